import { marketLimitRanges } from '../../../contract/market-settings/market-limits.ts';
import { type MarketLimits, marketLimitsFormSchema } from '../../../contract/market-settings/market-settings.ts';
import * as settingsText from '../../../text/web/admin-settings.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { SectionForm, SettingsSection } from './settings-section.tsx';
import { type SectionProps, useSettingsForm } from './use-settings-form.ts';

const levels = ['unverified', 'verified', 'older'] as const;
const kinds = ['ads', 'posts', 'comments', 'contacts', 'reviews', 'reports'] as const;
const others = ['uploads', 'sign_ups', 'phone_codes'] as const;

type Level = (typeof levels)[number];
type Kind = (typeof kinds)[number];
type QuotaField = `${Level}_${Kind}`;
type LimitField = QuotaField | (typeof others)[number];

const otherLabels = {
	uploads: settingsText.uploads,
	sign_ups: settingsText.signUps,
	phone_codes: settingsText.phoneCodes,
};

const quotaFields = levels.flatMap((level) => kinds.map((kind) => ({ level, kind, field: toFieldName(level, kind) })));

const labels = {
	...otherLabels,
	...Object.fromEntries(
		quotaFields.map(({ level, kind, field }) => [
			field,
			settingsText.limitFor(settingsText.kinds[kind], settingsText.levels[level]),
		]),
	),
} as Record<LimitField, string>;

/** Limits of accounts and of the market. */
export function LimitsSection(props: SectionProps) {
	const defaults = props.settings.defaults.limits;
	const form = useSettingsForm(props, {
		id: 'limits',
		toFields: ({ limits }) => toFields(limits),
		schema: {
			safeParse(fields) {
				const result = marketLimitsFormSchema.safeParse(toLimits(fields as Record<LimitField, string>));
				if (!result.success) {
					const issues = result.error.issues.map(({ path, message }) => ({ path: [findField(path)], message }));
					return { success: false, error: { issues } };
				}
				const isDefault = JSON.stringify(toFields(result.data)) === JSON.stringify(toFields(defaults));
				return { success: true, data: { limits: isDefault ? null : result.data } };
			},
		},
		toField: (name) => (name.startsWith('limits.') ? findField(name.split('.').slice(1)) : (name as LimitField)),
	});
	const standard = toFields(defaults);
	const isDefault = Object.entries(standard).every(([name, text]) => form.watch(name as LimitField).trim() === text);
	const numberField = { inputMode: 'numeric', autoComplete: 'off' } as const;

	return (
		<SettingsSection
			id="limits"
			title={settingsText.limitsTitle}
			lead={settingsText.limitsLead}
			isDirty={form.formState.isDirty}
		>
			<SectionForm
				form={form}
				labels={labels}
				defaults={
					!isDefault && (
						<Button
							variant="plain"
							disabled={form.isSending}
							onClick={() => {
								for (const [name, text] of Object.entries(standard)) {
									form.setValue(name as LimitField, text, { shouldDirty: true, shouldValidate: true });
								}
							}}
						>
							{settingsText.useDefaults}
						</Button>
					)
				}
			>
				<h3 className="text-16">{settingsText.perDay}</h3>
				{levels.map((level) => (
					<fieldset key={level}>
						<legend className="mb-2 font-semibold text-14">{settingsText.levels[level]}</legend>
						<div className="grid grid-cols-2 items-start gap-4 md:grid-cols-3">
							{kinds.map((kind) => {
								const { min, max } = marketLimitRanges.posting[level][kind];
								return (
									<TextField
										key={kind}
										label={settingsText.kinds[kind]}
										hint={settingsText.range(min, max, defaults.posting[level][kind])}
										{...numberField}
										{...form.field(toFieldName(level, kind))}
									/>
								);
							})}
						</div>
					</fieldset>
				))}
				<fieldset>
					<legend className="mb-2 text-16 font-bold">{settingsText.otherLimits}</legend>
					<div className="grid grid-cols-1 gap-4 md:grid-cols-3">
						{others.map((name) => {
							const { min, max } = marketLimitRanges[name];
							const range = settingsText.range(min, max, defaults[name]);
							return (
								<TextField
									key={name}
									label={otherLabels[name]}
									hint={name === 'phone_codes' ? `${settingsText.phoneCodesHint} ${range}` : range}
									{...numberField}
									{...form.field(name)}
								/>
							);
						})}
					</div>
				</fieldset>
			</SectionForm>
		</SettingsSection>
	);
}

function toFieldName(level: Level, kind: Kind): QuotaField {
	return `${level}_${kind}`;
}

/** Finds the field of a limit by its path in `MarketLimits`. */
function findField(path: readonly PropertyKey[]): LimitField {
	return (path[0] === 'posting' ? path.slice(1) : path).join('_') as LimitField;
}

function toFields(limits: MarketLimits): Record<LimitField, string> {
	return {
		...(Object.fromEntries(
			quotaFields.map(({ level, kind, field }) => [field, String(limits.posting[level][kind])]),
		) as Record<QuotaField, string>),
		uploads: String(limits.uploads),
		sign_ups: String(limits.sign_ups),
		phone_codes: String(limits.phone_codes),
	};
}

/** Returns the limits of the form. A text that is no number becomes NaN, which the schema rejects. */
function toLimits(fields: Record<LimitField, string>) {
	const toNumber = (text: string) => (/^\d+$/.test(text.trim()) ? Number(text) : Number.NaN);
	const toQuota = (level: Level) =>
		Object.fromEntries(kinds.map((kind) => [kind, toNumber(fields[toFieldName(level, kind)])]));
	return {
		posting: Object.fromEntries(levels.map((level) => [level, toQuota(level)])),
		uploads: toNumber(fields.uploads),
		sign_ups: toNumber(fields.sign_ups),
		phone_codes: toNumber(fields.phone_codes),
	};
}
