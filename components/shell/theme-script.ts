export const themeKey = "theme";

/** Runs in the document's head before the first paint: a stored choice never flashes. "system" stores nothing. */
export const themeScript = `try{const t=localStorage.getItem("${themeKey}");if(t==="light"||t==="dark")document.documentElement.dataset.theme=t}catch{}`;
