import { ActionMark } from "./state";

/** Beside the state, never instead of it. */
export function ActionMarks({ contradicted, avoided }: { contradicted: boolean; avoided: number }) {
  return (
    <>
      {contradicted ? <ActionMark value="duplicate_found" /> : null}
      {avoided > 0 ? (
        <ActionMark
          value="duplicate_avoided"
          label={avoided === 1 ? "Duplicate avoided" : `${avoided} duplicates avoided`}
        />
      ) : null}
    </>
  );
}
