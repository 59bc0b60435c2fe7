/** Says that there is nothing to show; an empty cell would look like something that failed to load. */
export const Missing = ({ children }: { children: string }) => <span className="text-faint">{children}</span>;
