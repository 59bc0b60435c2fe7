/** Room for a dialog beside an on-screen keyboard; false on the server, which knows no screen. */
export const isWideScreen = (): boolean => typeof matchMedia === "function" && matchMedia("(width >= 40rem)").matches;
