import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { enums, routes, type Schemas, settings } from '#api/metadata.gen.ts';
import { recordLink } from '#crud/define-entity.ts';
import { openForm } from '#crud/form/definition/form-navigation.ts';
import { useViews } from '#crud/list/views/use-views.ts';
import { viewLinkSearch } from '#crud/list/views/view-search.ts';
import { usePaletteActionGroups } from '#crud/palette-actions.ts';
import { readOnceOptions } from '#crud/read/query-client.ts';
import { useRead } from '#crud/read/use-read.ts';
import { readRecentRecords } from '#crud/record/recent-records.ts';
import type { RecordAction } from '#crud/resource.ts';
import { recordName, secondName } from '#crud/text/record-names.ts';
import { entities } from '#entities/index.ts';
import { languages, setLanguage, useLanguages, useTexts } from '#i18n/i18n.ts';
import type { Texts } from '#i18n/zh.ts';
import type { IconName } from '#kit/buttons/icon.tsx';
import { useDebouncedValue } from '#kit/use-debounced-value.ts';
import { api, session } from '#session/session.ts';
import { useSession } from '#session/use-session.ts';
import { LANGUAGE_NAMES } from '../language-menu.tsx';
import { canOpenItem, listPages, type MenuItem } from '../menu.ts';
import { setTheme, THEME_ICONS, type Theme, themes, useTheme } from '../theme-menu.tsx';

type FoundRecord = Schemas['SearchAnswer']['data']['items'][number];

/** What the palette lists. */
export interface PaletteHit {
  key: string;
  icon?: IconName;
  code?: string | null;
  name: string;
  secondName?: string | null | undefined;
  /** What kind of record it is, and its status. */
  entity?: keyof Texts['entity'];
  status?: FoundRecord['status'];
  open: () => void;
}

/** A hit that is found by any of its names, in all languages. */
interface NamedHit extends PaletteHit {
  names: readonly string[];
}

type CommandLabel =
  | `entity.${keyof Texts['entity']}.create`
  | `palette.switchTheme.${Theme}`
  | 'top.language'
  | 'topBar.signOut';

const DEBOUNCE_MS = 150;
const MAX_SERVER_HITS = 5;

/** Returns the pages and commands that the user may use and whose name in any language contains the text. */
function useNamedHits(q: string): { pages: PaletteHit[]; commands: PaletteHit[]; settingHits: PaletteHit[] } {
  const { t, language } = useTexts();
  const allLanguages = useLanguages();
  const { can, isAllowed, user } = useSession();
  const navigate = useNavigate();
  const namesOf = (label: MenuItem['label'] | CommandLabel) => allLanguages.map((lng) => t(label, { lng }));
  const theme = useTheme();

  const pages = listPages()
    .filter((item) => canOpenItem(item, isAllowed))
    .map(
      ({ path, search = {}, icon, label }): NamedHit => ({
        key: label,
        icon,
        name: t(label),
        names: namesOf(label),
        open: () => void navigate({ to: path, search }),
      }),
    );
  const creations = entities
    .filter(({ key }) => can(`${key}:create`))
    .map((entity): NamedHit => {
      const label = `entity.${entity.key}.create` as const;
      return {
        key: label,
        icon: 'plus',
        name: t(label),
        names: namesOf(label),
        open: () => openForm(navigate, entity, null),
      };
    });
  const switches: NamedHit[] = [
    ...themes
      .filter((id) => id !== theme)
      .map(
        (id): NamedHit => ({
          key: id,
          icon: THEME_ICONS[id],
          name: t(`palette.switchTheme.${id}`),
          names: namesOf(`palette.switchTheme.${id}`),
          open: () => setTheme(id),
        }),
      ),
    ...languages
      .filter((id) => id !== language)
      .map(
        (id): NamedHit => ({
          key: id,
          icon: 'language',
          name: LANGUAGE_NAMES[id],
          names: [LANGUAGE_NAMES[id], ...namesOf('top.language')],
          open: () => void setLanguage(id),
        }),
      ),
  ];
  const signOut: NamedHit = {
    key: 'signOut',
    icon: 'logout',
    name: t('topBar.signOut'),
    names: namesOf('topBar.signOut'),
    open: () => void session.logout(),
  };
  const settingHits = can('system_config:read')
    ? settings.map(
        ({ name, label }): NamedHit => ({
          key: name,
          icon: 'sliders',
          name: label[language],
          names: Object.values(label),
          open: () => void navigate({ to: '/system-config', search: { field: `/${name}` } }),
        }),
      )
    : [];

  const matches = ({ names }: NamedHit) => names.some((name) => contains(name, q));
  return {
    pages: pages.filter(matches),
    // an empty field lists recent records, pages and the page's actions
    commands: q === '' ? [] : [...creations, ...switches, ...(user?.preview ? [] : [signOut])].filter(matches),
    settingHits: q === '' ? [] : settingHits.filter(matches),
  };
}

/** The records that the user opened last, which an empty field lists. */
function useRecentHits(q: string): PaletteHit[] {
  const { language } = useTexts();
  const { can, user } = useSession();
  const navigate = useNavigate();
  const [records] = useState(() => readRecentRecords(user?.username ?? ''));
  if (q !== '') return [];
  return records
    .filter(({ entity }) => can(`${entity}:read`))
    .map(({ entity, id, code, names }) => ({
      key: `recent ${entity} ${id}`,
      code,
      name: names[language],
      entity,
      open: () => void navigate(recordLink(entity, id)),
    }));
}

/** Finds records, and users and subscribers if the user may read them. */
function useServerHits(q: string) {
  const { language } = useTexts();
  const { can } = useSession();
  const navigate = useNavigate();
  const debouncedQuery = useDebouncedValue(q, DEBOUNCE_MS);
  const [mayReadUsers, mayReadSubscribers] = [can('user:read'), can('data_subscriber:read')];
  const { data, problem, loading, reload } = useRead({
    ...readOnceOptions,
    queryKey: ['search', debouncedQuery, mayReadUsers, mayReadSubscribers],
    queryFn: async ({ signal }) => {
      if (debouncedQuery === '') return { q: debouncedQuery, records: [], users: [], subscribers: [] };
      const params = { query: { q: debouncedQuery, pageSize: 10 } } as const;
      const [records, users, subscribers] = await Promise.all([
        api.GET('/api/v1/search', { params: { query: { q: debouncedQuery } }, signal }),
        // records are found without them
        mayReadUsers ? api.GET('/api/v1/users', { params, signal }).catch(() => undefined) : undefined,
        mayReadSubscribers ? api.GET('/api/v1/subscribers', { params, signal }).catch(() => undefined) : undefined,
      ]);
      return {
        q: debouncedQuery,
        records: records.data.items,
        users: users?.data.items ?? [],
        subscribers: subscribers?.data.items ?? [],
      };
    },
  });
  const currentProblem = problem && !loading && debouncedQuery === q ? problem : undefined;
  // an empty field shows no results of the previous search
  const shown = q === '' || currentProblem ? undefined : data;
  const records = (shown?.records ?? []).map(
    (record): PaletteHit => ({
      key: `${record.entity} ${record.id}`,
      code: record.code,
      name: recordName(record, language),
      secondName: secondName(record, language),
      entity: record.entity,
      status: record.status,
      open: () => void navigate(recordLink(record.entity, record.id)),
    }),
  );
  const users = (shown?.users ?? []).slice(0, MAX_SERVER_HITS).map(
    ({ id, username, displayName }): PaletteHit => ({
      key: `user ${id}`,
      icon: 'user',
      name: displayName || username,
      secondName: displayName && username,
      open: () => void navigate({ to: '/users/user-list', search: { id, panel: 'view' } }),
    }),
  );
  const subscribers = (shown?.subscribers ?? []).slice(0, MAX_SERVER_HITS).map(
    ({ id, name }): PaletteHit => ({
      key: `subscriber ${id}`,
      icon: 'broadcast',
      name,
      open: () => void navigate({ to: '/data-subscriber', search: { id, panel: 'view' } }),
    }),
  );
  /** Whether the hits belong to the typed text. */
  const isUpToDate = q === '' || currentProblem !== undefined || data?.q === q;
  return { records, users, subscribers, problem: currentProblem, isUpToDate, reload };
}

/** Finds saved views by their names. */
const contains = (name: string, q: string): boolean => name.toLowerCase().includes(q.toLowerCase());

function useViewHits(q: string): PaletteHit[] {
  const { data } = useViews();
  const { t } = useTexts();
  const { can } = useSession();
  const navigate = useNavigate();
  if (q === '') return [];
  return (data?.items ?? [])
    .filter(({ list, name }) => can(`${list}:read`) && contains(name, q))
    .map((view) => ({
      key: `view ${view.id}`,
      icon: 'bookmark',
      name: view.name,
      secondName: view.list === 'data_log' ? t('menu.data_log') : t(`entity.${view.list}.many`),
      open: () => void navigate({ to: routes[view.list], search: viewLinkSearch(view) }),
    }));
}

const EVENTS: ReadonlySet<string> = new Set([...enums.Event, 'delete'] satisfies RecordAction[]);
const isRecordAction = (id: string): id is RecordAction => EVENTS.has(id);

/** The actions on what the page has selected or opened. */
function useOfferedHits(q: string) {
  const { t } = useTexts();
  const allLanguages = useLanguages();
  const offers = usePaletteActionGroups();
  return offers.map(({ title, actions }) => ({
    id: `actions ${title}`,
    title,
    hits: actions
      .filter(({ id, label }) => {
        // a part of a word, or the record's name, must not find what Enter would then do to it
        const names = isRecordAction(id) ? allLanguages.map((lng) => t(`event.${id}`, { lng })) : [label];
        return names.some((name) => name.toLowerCase().startsWith(q.toLowerCase()));
      })
      .map(({ id, label, icon, run }): PaletteHit => ({ key: `action ${title} ${id}`, icon, name: label, open: run })),
  }));
}

/** Returns everything that a text finds, by kind. */
export function usePalette(text: string) {
  const { t } = useTexts();
  const q = text.trim();
  const { pages, commands, settingHits } = useNamedHits(q);
  const offeredGroups = useOfferedHits(q);
  const recentHits = useRecentHits(q);
  const viewHits = useViewHits(q);
  const { records, users, subscribers, ...state } = useServerHits(q);
  const recordGroup = { id: 'records', title: t('palette.records'), hits: records };
  const pageGroup = { id: 'pages', title: t('palette.pages'), hits: pages };
  const recentGroup = { id: 'recent', title: t('palette.recent'), hits: recentHits };
  const hasExactCode = records[0]?.code === q.toUpperCase();
  // Enter opens the first hit: without a text it must not act, and an exact match of a code comes first
  const leadingGroups =
    q === ''
      ? [recentGroup, ...(recentHits.length > 0 ? [...offeredGroups, pageGroup] : [pageGroup, ...offeredGroups])]
      : hasExactCode
        ? [recordGroup, ...offeredGroups, pageGroup]
        : [...offeredGroups, pageGroup, recordGroup];
  const groups = [
    ...leadingGroups,
    { id: 'views', title: t('views.label'), hits: viewHits },
    { id: 'commands', title: t('palette.commands'), hits: commands },
    { id: 'users', title: t('menu.user'), hits: users },
    { id: 'subscribers', title: t('menu.data_subscriber'), hits: subscribers },
    { id: 'settings', title: t('menu.system_config'), hits: settingHits },
  ];
  return { q, groups, ...state };
}
