import { useTexts } from '#i18n/i18n.ts';
import { NumberSetting } from './number-setting.tsx';
import { ReviewSetting } from './review-setting.tsx';
import { RolesSetting } from './roles-setting.tsx';
import { SettingSection } from './setting-section.tsx';
import { SwitchSetting } from './switch-setting.tsx';
import { TextSetting } from './text-setting.tsx';
import { factsOf } from './use-setting.ts';

/** The whole configuration, in its parts. */
export function SettingsFields() {
  const { language } = useTexts();
  const review = factsOf('review');
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
      <SettingSection group="review" note={review.about[language]}>
        {Object.keys(review.default ?? {}).map((kind) => (
          <ReviewSetting key={kind} kind={kind} />
        ))}
      </SettingSection>
    </>
  );
}
