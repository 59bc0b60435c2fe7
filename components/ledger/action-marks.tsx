import { ActionMark } from "./state";

/** Beside the state, never instead of it. */
export function ActionMarks({ isDouble, avoided }: { isDouble: boolean; avoided: number }) {
  return (
    <>
      {isDouble ? <ActionMark value="duplicate_found" /> : null}
      {avoided > 0 ? (
        <ActionMark
          value="duplicate_avoided"
          label={avoided === 1 ? "Duplicate avoided" : `${avoided} duplicates avoided`}
        />
      ) : null}
    </>
  );
}
