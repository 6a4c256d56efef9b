import { Link } from '@tanstack/react-router';
import { routes } from '#api/metadata.gen.ts';
import { Time } from '#crud/text/time.tsx';
import { TimeAndActor } from '#crud/text/time-and-actor.tsx';
import { pointerLabel } from '#crud/text/value-text.ts';
import { roleName } from '#i18n/display-name.ts';
import { useTexts } from '#i18n/i18n.ts';
import { linkClass } from '#kit/buttons/link-button.tsx';
import { Code } from '#kit/display/code.tsx';
import { DefinitionList } from '#kit/display/definition-list.tsx';
import { Tag } from '#kit/display/tag.tsx';
import { DrawerSection } from '#kit/layers/drawer.tsx';
import { useSession } from '#session/use-session.ts';
import type { Account } from './account.ts';

const TERM_WIDTH_PX = 112;

/** An account's roles, second factor, authors and links to the user log. */
export function UserFacts({ account }: { account: Account }) {
  const { t } = useTexts();
  const { can } = useSession();
  const { username, roles, administrator, secondFactor, lastSeen } = account;
  return (
    <>
      <DrawerSection dense>
        <DefinitionList
          termWidth={TERM_WIDTH_PX}
          items={[
            {
              term: pointerLabel('/roles'),
              value: <Roles roles={roles} administrator={administrator} />,
            },
            {
              term: pointerLabel('/secondFactor'),
              value: t(secondFactor ? 'user.secondFactorOn' : 'user.secondFactorOff'),
            },
            {
              term: pointerLabel('/lastSeen'),
              value: lastSeen ? <Time iso={lastSeen} /> : <span className="text-ink-3">{t('user.never')}</span>,
            },
          ]}
        />
      </DrawerSection>
      <DrawerSection dense>
        <DefinitionList
          termWidth={TERM_WIDTH_PX}
          items={[
            {
              term: pointerLabel('/createTime'),
              value: <TimeAndActor iso={account.createTime} by={account.createdBy} />,
            },
            {
              term: pointerLabel('/updateTime'),
              value: <TimeAndActor iso={account.updateTime} by={account.updatedBy} />,
            },
            { term: pointerLabel('/version'), value: <span className="font-mono text-xs">v{account.version}</span> },
            {
              term: t('user.log'),
              value: can('user_log:read') ? (
                <span className="flex flex-wrap gap-x-3">
                  <LogLink search={{ about: username }} text={t('user.logAbout')} />
                  <LogLink search={{ user: username }} text={t('user.logBy')} />
                </span>
              ) : undefined,
            },
          ]}
        />
      </DrawerSection>
    </>
  );
}

function Roles({ roles, administrator }: Pick<Account, 'roles' | 'administrator'>) {
  const { t } = useTexts();
  if (roles.length === 0) return <span className="text-ink-3">{t('user.noRole')}</span>;
  return (
    <span className="flex flex-col gap-1">
      {roles.map((role) => (
        <span key={role.id} className="flex flex-wrap items-center gap-x-1.5">
          {roleName(role)}
          <Code small>{role.name}</Code>
        </span>
      ))}
      {administrator && <Tag icon="shield">{t('user.roleGivesAll')}</Tag>}
    </span>
  );
}

const LogLink = ({ search, text }: { search: object; text: string }) => (
  // the log's route parses its URL parameters itself
  <Link to={routes.user_log} search={search} className={linkClass}>
    {text}
  </Link>
);
