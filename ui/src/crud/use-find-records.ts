import { useEffect, useState } from 'react';
import type { Entity } from '#api/facts.gen.ts';
import { toProblem } from '#api/problem.ts';
import { language } from '#i18n/i18n.ts';
import { useSession } from '#session/use-session.ts';
import { type Filters, type FoundRecord, findRecords, recordOf } from './find-records.ts';

const pause = 200;
const none: FoundRecord[] = [];

interface Answer {
  q: string;
  records: FoundRecord[];
  problem?: string;
}

/** Searches a kind while somebody types; an answer that comes too late is dropped, its call cancelled. */
export function useFindRecords(kind: Entity, filters: Filters = {}) {
  const { refuse } = useSession();
  const [asked, ask] = useState<string>();
  const [answer, setAnswer] = useState<Answer>();
  const refused = refuse(`${kind}:read`);
  // biome-ignore lint/correctness/useExhaustiveDependencies: filters are compared by what they say
  useEffect(() => {
    if (asked === undefined || refused) return;
    const abort = new AbortController();
    const timer = setTimeout(
      () =>
        findRecords(kind, asked, filters, abort.signal).then(
          (records) => abort.signal.aborted || setAnswer({ q: asked, records }),
          (error) =>
            abort.signal.aborted ||
            setAnswer({ q: asked, records: none, problem: toProblem(error, language()).message }),
        ),
      asked === '' ? 0 : pause,
    );
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [kind, asked, JSON.stringify(filters)]);
  return {
    records: answer?.records ?? none,
    /** What is shown does not answer what was typed yet. */
    loading: asked !== undefined && asked !== answer?.q,
    problem: answer?.problem,
    refused,
    ask: (q: string) => ask(q.trim().slice(0, 100)),
  };
}

/** The record that a code names; undefined while it is unknown, and for who may not read its kind. */
export function useRecordOf(kind: Entity, code: unknown): FoundRecord | undefined {
  const { can } = useSession();
  const [found, setFound] = useState<FoundRecord>();
  const wanted = typeof code === 'string' && can(`${kind}:read`) ? code : undefined;
  useEffect(() => {
    if (wanted === undefined) return;
    let left = false;
    // a name that cannot be had is no reason to disturb: its code stands there
    recordOf(kind, wanted).then(
      (record) => left || setFound(record),
      () => {},
    );
    return () => {
      left = true;
    };
  }, [kind, wanted]);
  return found?.code === wanted ? found : undefined;
}
