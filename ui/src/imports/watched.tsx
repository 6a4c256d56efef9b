import { StreamMark } from '#crud/stream-mark.tsx';
import { Failed } from './failed.tsx';
import { isWorking } from './import.ts';
import { ImportHead } from './import-head.tsx';
import { Report } from './report/report.tsx';
import { type ImportProps, useImportNews } from './use-import.ts';
import { Working } from './working.tsx';

/** An import whose file is there: worked on, checked, written or taken back, as the server says from moment to moment. */
export function Watched(props: ImportProps) {
  const { id, found, send } = props;
  const news = useImportNews(id, send);
  const working = isWorking(found);
  const failed = found.status === 'failed';
  if (!working && !failed) return <Report {...props} />;
  return (
    <section className="@container flex min-w-0 flex-1 flex-col">
      <ImportHead found={found} live={working && <StreamMark {...news} />} />
      {failed ? <Failed {...props} /> : <Working {...props} />}
    </section>
  );
}
