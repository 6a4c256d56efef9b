import type { Schemas } from '#api/facts.gen.ts';
import { useTexts } from '#i18n/i18n.ts';
import type { Texts } from '#i18n/zh.ts';

type Credentials = Schemas['Credentials'];
type DemoRole = keyof Texts['login']['demoRole'];

interface Props {
  accounts: readonly Credentials[];
  /** The account that the form holds now. */
  chosen: string;
  onChoose: (account: Credentials) => void;
}

const roles: readonly string[] = ['admin', 'editor', 'reviewer', 'viewer'] satisfies DemoRole[];
const isDemoRole = (name: string): name is DemoRole => roles.includes(name);

export function DemoAccounts({ accounts, chosen, onChoose }: Props) {
  const { t } = useTexts();
  return (
    <section aria-labelledby="demo-accounts" className="border-t border-line pt-4">
      <div className="mb-2 flex justify-between text-xs text-ink-3">
        <h2 id="demo-accounts" className="font-medium">
          {t('login.demo')}
        </h2>
        <span>{t('login.demoHint')}</span>
      </div>
      <div className="grid grid-cols-2 gap-2">
        {accounts.map((account) => (
          <button
            key={account.username}
            type="button"
            aria-pressed={account.username === chosen}
            onClick={() => onChoose(account)}
            className="flex h-9 min-w-0 items-center gap-2 rounded-sm px-2.5 inset-ring inset-ring-line hover:bg-hover aria-pressed:bg-active"
          >
            <span className="flex-none font-mono text-xs font-medium">{account.username}</span>
            <span className="cut ml-auto text-xs text-ink-3">
              {isDemoRole(account.username) && t(`login.demoRole.${account.username}`)}
            </span>
          </button>
        ))}
      </div>
    </section>
  );
}
