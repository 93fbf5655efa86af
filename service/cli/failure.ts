/** An error that the operator sees as one line. */
export class Failure extends Error {}

/** Wrong arguments for a command. */
export class WrongUsage extends Failure {}
