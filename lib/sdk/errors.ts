/**
 * What the SDK throws. `ActionRefused`, `Rejected` and `StepFailed` are recorded results: code may catch them, and a
 * later execution is given them again. `NotSent` and `Refused` are for the code of an action to throw.
 */

/** The destination refused the action for good. Recorded; a corrected payload is a person's revision. */
export class ActionRefused extends Error {
  override name = "ActionRefused";
  constructor(
    readonly action: { type: string; object: string },
    /** What the destination answered, as JSON. */
    readonly response: unknown,
    message = `${action.type} for ${action.object} was refused by its destination.`,
  ) {
    super(message);
  }
}

/** A person said no. Nothing was sent. Recorded. */
export class Rejected extends Error {
  override name = "Rejected";
  constructor(
    readonly by: string | null,
    readonly reason: string | null,
    message = `${by ?? "A person"} rejected it${reason ? `: ${reason}` : "."}`,
  ) {
    super(message);
  }
}

/** A step failed for good: its retries are used up, or its error cannot be mended by one. Recorded. */
export class StepFailed extends Error {
  override name = "StepFailed";
  constructor(
    readonly step: string,
    /** The name of the error that the step's code threw. */
    readonly errorName: string,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** Thrown by an action's `perform`: proof that not one byte reached the destination, so the next try is safe. */
export class NotSent extends Error {
  override name = "NotSent";
}

/** Thrown by an action's `perform`: proof that the destination refused and did nothing. */
export class Refused extends Error {
  override name = "Refused";
  constructor(
    message: string,
    /** Kept with the action, as JSON. */
    readonly response: unknown = null,
  ) {
    super(message);
  }
}

/** A `run.*` call inside a step's body: its result could not be told apart from the step's own. */
export class NestedStep extends Error {
  override name = "NestedStep";
  readonly code = "nested_step";
  constructor(outer: string, inner: string) {
    super(`${inner} was called inside the step "${outer}". Call it after that step, from the workflow's own code.`);
  }
}

/** The same identity was asked for twice; only a business key as `occurrence` tells the two apart. */
export class OccurrenceRequired extends Error {
  override name = "OccurrenceRequired";
  readonly code = "occurrence_required";
  constructor(what: string) {
    super(`${what} is asked for a second time in this run. Give each its own occurrence, such as a business key.`);
  }
}

/** A declaration or an option that cannot be used. */
export class OptionRefused extends Error {
  override name = "OptionRefused";
}

/** A value that cannot be kept: not JSON, too large, too deep, or not exact. The step fails and is not retried. */
export class ValueRefused extends Error {
  override name = "ValueRefused";
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}
