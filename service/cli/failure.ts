/** An error that the operator sees as one line. */
export class Failure extends Error {}

export class WrongUsage extends Failure {}
