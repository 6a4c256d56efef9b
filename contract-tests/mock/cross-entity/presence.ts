import { currentTime } from '../data.ts';
import type { RecordStore } from '../records/store.ts';
import { forbidden } from '../refusal.ts';
import { type Caller, type Handlers, ok } from '../request.ts';

/** Returns who else edits a record, and which version it has. @throws Refusal 403 for kinds that the caller may not read */
export function presenceOf(store: RecordStore, { entity = '', id }: Record<string, string>, { account, may }: Caller) {
  if (!may(`${entity}:read`)) throw forbidden(`${entity}:read`);
  const recordId = Number(id);
  const record = store.find(entity, recordId);
  const proposal = store.openProposal(entity, recordId);
  const editors = store.data.editors.filter(
    (editor) => editor.entity === entity && editor.id === recordId && editor.userId !== account.id,
  );
  const names = new Map(editors.map(({ name, since }) => [name, since]));
  return {
    record: record
      ? {
          version: record.version,
          updatedBy: record.updatedBy,
          updateTime: record.updateTime,
          proposal: proposal ? { id: proposal.id, version: proposal.version, by: proposal.by } : null,
        }
      : null,
    editors: [...names].slice(0, 20).map(([name, since]) => ({ name, since })),
    time: new Date().toISOString(),
  };
}

export function presenceHandlers(store: RecordStore): Handlers {
  const { data } = store;
  return {
    getPresence: ({ query, caller }) => ok(presenceOf(store, query, caller)),
    renewPresence: ({ body, caller: { account, may } }) => {
      const [entity, id, form] = [String(body.entity), Number(body.id), Number(body.form ?? 0)];
      if (!may(`${entity}:update`)) throw forbidden(`${entity}:update`);
      store.get(entity, id);
      const isSame = (editor: (typeof data.editors)[number]) =>
        editor.entity === entity && editor.id === id && editor.userId === account.id && editor.form === form;
      if (!data.editors.some(isSame))
        data.editors.push({ entity, id, form, userId: account.id, name: account.username, since: currentTime() });
      return ok({});
    },
    endPresence: ({ query, caller: { account, may } }) => {
      const { entity = '', id, form } = query;
      if (!may(`${entity}:update`)) throw forbidden(`${entity}:update`);
      const isEnded = (editor: (typeof data.editors)[number]) =>
        editor.entity === entity &&
        editor.id === Number(id) &&
        editor.userId === account.id &&
        (form === undefined || editor.form === Number(form));
      data.editors = data.editors.filter((editor) => !isEnded(editor));
      return ok({});
    },
  };
}
