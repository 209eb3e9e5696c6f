// What a test and the script that it puts into its pages know each other by.

/** The binding by which a page tells the test. */
export const TELL = '__tasklensTell';

/** The function by which the test acts on the runtimes of a page. */
export const ACT = '__tasklensAct';

/** `events`: as JSON texts joined by commas. */
export type Tell = (session: string, url: string, since: number, events: string) => unknown;
