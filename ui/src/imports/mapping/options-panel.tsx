import { number } from '#i18n/format.ts';
import { t, useTexts } from '#i18n/i18n.ts';
import type { Texts } from '#i18n/zh.ts';
import type { ImportOptions, ImportPreset, Preview } from '#imports/import.ts';
import { ComboboxField, type Option } from '#kit/choice/combobox-field.tsx';
import { Checkbox } from '#kit/fields/checkbox.tsx';

interface Props {
  options: ImportOptions;
  presets: readonly ImportPreset[];
  preview: Preview;
  onChange: (changes: Partial<ImportOptions>) => void;
}

/** The options for reading the file and interpreting its values. */
export function OptionsPanel({ options, presets, preview, onChange }: Props) {
  const { t, language } = useTexts();
  const { format, quotes, header, preset, missingReferences, timeZones } = options;
  const { targets } = preview;
  const hasTarget = (key: string) => targets.some((target) => target.key === key);
  const hasStandardFormat = format !== 'preset';
  const isText = format !== 'xlsx';
  const renderChoice = <Name extends keyof ImportOptions>(
    name: Name,
    label: string,
    values: Option[],
    help?: string,
  ) => (
    <ComboboxField
      label={label}
      value={options[name] as string}
      // the cast: one of the `values`
      onChange={(value) => value !== null && onChange({ [name]: value } as Partial<ImportOptions>)}
      options={values}
      clearable={false}
      help={help}
      tight={!help}
    />
  );
  return (
    <aside
      aria-label={t('imports.map.options')}
      className="flex w-full flex-none flex-col border-line-strong bg-panel max-sm:border-t @3xl:w-72 @3xl:overflow-y-auto @3xl:border-l"
    >
      <fieldset className="flex flex-col gap-3 border-b border-line px-4 pt-3 pb-4">
        <legend className="float-left mb-1 w-full text-md font-semibold">{t('imports.map.reading')}</legend>
        {presets.length > 0 && (
          <ComboboxField
            label={t('imports.map.preset')}
            value={preset}
            placeholder={t('imports.map.presetNone')}
            onChange={(value) =>
              onChange(value === null && !hasStandardFormat ? { preset: null, format: 'csv' } : { preset: value })
            }
            options={presets.map(({ key, label }) => ({ value: key, label: label[language] }))}
            tight
          />
        )}
        {hasStandardFormat && renderChoice('format', t('imports.map.format'), formatOptions())}
        {isText && renderChoice('encoding', t('imports.map.encoding'), encodingOptions())}
        {isText && <EncodingSample preview={preview} />}
        {format === 'csv' && renderChoice('separator', t('imports.map.separator'), separatorOptions())}
        {format === 'csv' && (
          <Checkbox
            checked={quotes ?? true}
            onChange={(on) => onChange({ quotes: on })}
            label={t('imports.map.quotes')}
          />
        )}
        {(format === 'csv' || format === 'xlsx') && (
          <Checkbox checked={header} onChange={(on) => onChange({ header: on })} label={t('imports.map.header')} />
        )}
      </fieldset>
      <fieldset className="flex flex-col gap-3 px-4 pt-3 pb-4">
        <legend className="float-left mb-1 w-full text-md font-semibold">{t('imports.map.values')}</legend>
        {hasTarget('latitude') &&
          renderChoice(
            'coordinates',
            t('imports.map.coordinates'),
            coordinateOptions(),
            t('imports.map.coordinatesHelp'),
          )}
        {targets.some(({ refers }) => refers) &&
          renderChoice(
            'missingReferences',
            t('imports.map.missingReferences'),
            referenceOptions(),
            t(`imports.map.missingHelp.${missingReferences}`),
          )}
        {hasTarget('timezone') && hasTarget('latitude') && (
          <Checkbox
            checked={timeZones}
            onChange={(on) => onChange({ timeZones: on })}
            label={t('imports.map.timeZones')}
          />
        )}
      </fieldset>
    </aside>
  );
}

/** Sample lines in the chosen encoding, because only a person can tell whether the encoding is right. */
function EncodingSample({ preview: { text, undecodable } }: Pick<Props, 'preview'>) {
  const { t } = useTexts();
  if (text.length === 0) return null;
  return (
    <div className="flex flex-col gap-1 text-xs">
      <p className={undecodable > 0 ? 'text-bad-ink' : 'text-ink-3'}>
        {undecodable > 0
          ? t('imports.map.undecodable', { count: undecodable, n: number(undecodable) })
          : t('imports.map.encodingSample')}
      </p>
      <ul className="flex flex-col rounded-sm bg-sunken">
        {text.map(({ line, text: sample }) => (
          <li key={line} className="flex gap-2 border-t border-line px-2 py-1 first:border-0">
            <span className="flex-none font-mono text-ink-3">{line}</span>
            <span className="min-w-0 truncate text-ink" title={sample}>
              {sample}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}

type MappingTexts = Texts['imports']['map'];

const toOptions = <Name extends string>(names: readonly Name[], label: (name: Name) => string): Option[] =>
  names.map((name) => ({ value: name, label: label(name) }));

const separatorNames = { ',': 'comma', ';': 'semicolon', '\t': 'tab', '|': 'bar', '^': 'caret' } as const;
const separators = Object.keys(separatorNames) as ImportOptions['separator'][];

const formatOptions = () =>
  toOptions(['csv', 'xlsx', 'ndjson', 'json'] as const, (name: keyof MappingTexts['formats']) =>
    t(`imports.map.formats.${name}`),
  );
const encodingOptions = () =>
  toOptions(
    ['utf-8', 'gb18030', 'big5', 'shift_jis', 'windows-1252', 'utf-16le', 'utf-16be'] as const,
    (name: keyof MappingTexts['encodings']) => t(`imports.map.encodings.${name}`),
  );
const separatorOptions = (): Option[] =>
  separators.map((separator) => ({
    value: separator,
    label: t(`imports.map.separators.${separatorNames[separator]}`),
    code: separator === '\t' ? undefined : separator,
  }));
const coordinateOptions = () =>
  toOptions(['wgs84', 'gcj02', 'bd09'] as const, (name: keyof MappingTexts['systems']) =>
    t(`imports.map.systems.${name}`),
  );
const referenceOptions = () =>
  toOptions(['refuse', 'create', 'leave'] as const, (name: keyof MappingTexts['references']) =>
    t(`imports.map.references.${name}`),
  );
