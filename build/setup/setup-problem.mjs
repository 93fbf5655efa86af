/** A problem that the person at the terminal has to fix. It is shown without a stack. */
export class SetupProblem extends Error {}
