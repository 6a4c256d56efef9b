import { createFileRoute } from '@tanstack/react-router';
import { SettingsPage } from '#config/settings-page.tsx';
import { parseSettingsSearch } from '#config/settings-search.ts';
import { loadTexts } from '#i18n/i18n.ts';
import { headWithTitle } from '../-page-title.tsx';

export const Route = createFileRoute('/_frame/system-config')({
  head: headWithTitle('menu.system_config'),
  staticData: { permission: 'system_config:read' },
  validateSearch: parseSettingsSearch,
  loader: () => loadTexts('system'),
  component: SettingsPage,
});
