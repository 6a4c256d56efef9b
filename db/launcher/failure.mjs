/** A reason to stop that a person can act on: shown as it is, without a stack. */
export class Failure extends Error {}
