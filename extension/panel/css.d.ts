/** A component's style sheet: imported for its effect, built into the page's one sheet. */
declare module '*.css' {}
