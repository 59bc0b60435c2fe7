/** Length is what makes a password hard to guess, so length is all that is asked (NIST SP 800-63B). */
export const passwordMin = 12;
/** Hashing must not become work that a stranger can order by the megabyte. */
export const passwordMax = 128;
