import { memo, type ReactNode } from 'react';
import { enums, type Schemas, settingDetails } from '#api/metadata.gen.ts';
import { useField } from '#crud/form/form-fields.tsx';
import { readPointer } from '#crud/pointers.ts';
import { readOnceOptions } from '#crud/read/query-client.ts';
import { useRead } from '#crud/read/use-read.ts';
import { pointerLabel, valueText } from '#crud/text/value-text.ts';
import { roleName } from '#i18n/display-name.ts';
import { useTexts } from '#i18n/i18n.ts';
import type { Texts } from '#i18n/zh.ts';
import { LinkButton } from '#kit/buttons/link-button.tsx';
import { MultiComboboxField } from '#kit/choice/multi-combobox-field.tsx';
import { Panel } from '#kit/display/panel.tsx';
import { NumberField } from '#kit/fields/number-field.tsx';
import { Segmented } from '#kit/fields/segmented.tsx';
import { SwitchField } from '#kit/fields/switch.tsx';
import { TextField } from '#kit/fields/text-field.tsx';
import { api } from '#session/session.ts';
import { permissionText, useSession } from '#session/use-session.ts';
import { BackToDefault, settingFieldProps } from './setting-row.tsx';
import { type SettingName, useSetting } from './use-setting.ts';

/** All settings in their sections. */
export const SettingsFields = memo(() => {
  const { language } = useTexts();
  return (
    <>
      <SettingSection group="sessions">
        <NumberSetting name="sessionHours" />
        <NumberSetting name="sessionIdleMinutes" />
      </SettingSection>
      <SettingSection group="signIn">
        <NumberSetting name="signInWindowMinutes" />
        <NumberSetting name="failuresPerAccountAndAddress" />
        <NumberSetting name="failuresPerAddress" />
        <NumberSetting name="failuresPerAccount" />
      </SettingSection>
      <SettingSection group="accounts">
        <SwitchSetting name="registration" />
        <NumberSetting name="invitationDays" />
      </SettingSection>
      <SettingSection group="passwords">
        <NumberSetting name="passwordMinLength" />
        <NumberSetting name="resetMinutes" />
      </SettingSection>
      <SettingSection group="secondFactor">
        <RolesSetting name="secondFactorRoles" />
      </SettingSection>
      <SettingSection group="mail">
        <TextSetting name="publicUrl" inputMode="url" example="https://…" />
        <TextSetting name="mailFrom" inputMode="email" />
      </SettingSection>
      <SettingSection group="logs">
        <NumberSetting name="userLogDays" />
        <NumberSetting name="dataLogDays" />
      </SettingSection>
      <SettingSection group="sync">
        <NumberSetting name="deliveryDays" />
        <NumberSetting name="webhookTimeoutSeconds" />
        <NumberSetting name="taskDays" />
      </SettingSection>
      <SettingSection group="rates">
        <SwitchSetting name="rateRefresh" />
        <TextSetting name="rateSourceUrl" inputMode="url" example="https://…" />
      </SettingSection>
      <SettingSection group="changeSets">
        <TextSetting name="timeZone" inputMode="text" example="Asia/Shanghai" />
      </SettingSection>
      <SettingSection group="review" note={settingDetails.review.about[language]}>
        {Object.keys(settingDetails.review.default ?? {}).map((kind) => (
          <ReviewSetting key={kind} kind={kind} />
        ))}
      </SettingSection>
    </>
  );
});

interface Props {
  group: keyof Texts['config']['group'];
  note?: ReactNode;
  children: ReactNode;
}

/** A section of related settings. */
function SettingSection({ group, note, children }: Props) {
  const { t } = useTexts();
  return (
    <Panel title={t(`config.group.${group}`)} note={note}>
      <div className="@container -my-2.5">{children}</div>
    </Panel>
  );
}

/** A setting that is on or off. */
function SwitchSetting({ name }: { name: SettingName }) {
  const { t } = useTexts();
  const setting = useSetting(name);
  const { value, set, lock } = setting;
  return (
    <SwitchField
      {...settingFieldProps(setting)}
      checked={value === true}
      onChange={set}
      text={t(value === true ? 'config.on' : 'config.off')}
      lock={lock}
    />
  );
}

const integerFormat = { maximumFractionDigits: 0 };

/** An integer with its unit. A value out of bounds shows an error, because clamping would change typed input. */
function NumberSetting({ name }: { name: SettingName }) {
  const setting = useSetting(name);
  const { value, set, unit, lock } = setting;
  return (
    <NumberField
      {...settingFieldProps(setting)}
      value={typeof value === 'number' ? value : null}
      onChange={set}
      format={integerFormat}
      adornment={unit}
      lock={lock}
    />
  );
}

interface TextSettingProps {
  name: SettingName;
  inputMode: 'url' | 'email' | 'text';
  /** an example, shown while it is empty */
  example?: string;
}

/** A URL, an email address or a name. */
function TextSetting({ name, inputMode, example }: TextSettingProps) {
  const { t } = useTexts();
  const setting = useSetting(name);
  const { value, set, lock } = setting;
  return (
    <TextField
      {...settingFieldProps(setting)}
      name={name}
      inputMode={inputMode}
      autoComplete="off"
      placeholder={example ?? t('common.optional')}
      value={typeof value === 'string' ? value : ''}
      onChange={set}
      lock={lock}
    />
  );
}

const defaultReviews = settingDetails.review.default;
const reviewText = (review: unknown) => valueText('Settings', '/review/-', review);

/** Who may approve the records of an entity. */
function ReviewSetting({ kind }: { kind: string }) {
  useTexts();
  const { value, set, lock, error } = useField(`review/${kind}`);
  const label = pointerLabel(`/${kind}`);
  const defaultReview = readPointer(defaultReviews, `/${kind}`);
  return (
    <div
      data-pointer={`/review/${kind}`}
      className="flex min-h-10 flex-wrap items-center gap-x-3 gap-y-1 border-t border-line py-1.5 first:border-t-0"
    >
      <span className="mr-auto">{label}</span>
      {error && <span className="text-xs text-bad-ink">{error}</span>}
      {value !== defaultReview && (
        <BackToDefault
          pointer={`/review/${kind}`}
          label={label}
          defaultText={reviewText(defaultReview)}
          onReset={() => set(defaultReview)}
        />
      )}
      <Segmented
        aria-label={label}
        value={String(value)}
        onChange={set}
        lock={lock}
        options={enums.Review.map((review) => ({ value: review, label: reviewText(review) }))}
      />
    </div>
  );
}

/** A choice of roles; users who may not read roles see only the names of the selected ones. */
export function RolesSetting({ name }: { name: SettingName }) {
  const { t } = useTexts();
  const { can } = useSession();
  const setting = useSetting(name);
  const { value, set, lock, about } = setting;
  const readable = can('role:read');
  const roles = useRoles(readable);
  const chosen = Array.isArray(value) ? value.map(String) : [];
  return (
    <MultiComboboxField
      {...settingFieldProps(setting)}
      help={
        <>
          {about} {!readable && t('config.rolesUnread', { permission: permissionText('role:read') })}
          {roles.problem && (
            <span className="block">
              <span role="alert" className="text-bad-ink">
                {t('config.rolesFailed', { problem: roles.problem.message })}
              </span>{' '}
              <LinkButton disabled={roles.loading} onClick={roles.reload}>
                {t('common.retry')}
              </LinkButton>
            </span>
          )}
        </>
      }
      values={chosen}
      options={(roles.data ?? []).map((role) => ({ value: role.name, label: roleName(role), note: role.name }))}
      loading={roles.loading}
      placeholder={t('common.none')}
      onChange={(names) => set([...names])}
      lock={lock || !readable}
    />
  );
}

type Role = Pick<Schemas['RoleReference'], 'name' | 'displayName'>;
const pageSize = 100;

/** Loads all roles page by page, or none if the user may not read them. */
function useRoles(readable: boolean) {
  return useRead({
    ...readOnceOptions,
    queryKey: ['role names', readable],
    queryFn: async ({ signal }) => {
      const found: Role[] = [];
      for (let page = 1; readable; page += 1) {
        const { data } = await api.GET('/api/v1/roles', { params: { query: { page, pageSize } }, signal });
        found.push(...data.items);
        if (data.items.length < pageSize) break;
      }
      return found;
    },
  });
}
