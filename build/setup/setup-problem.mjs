/** Something the person in front of the terminal has to do; shown without a stack. */
export class SetupProblem extends Error {}
