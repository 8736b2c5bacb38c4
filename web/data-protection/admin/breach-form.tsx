import { useQueryClient } from '@tanstack/react-query';
import { type Breach, breachFormSchema, breachRisks } from '../../../contract/data-protection/data-protection.ts';
import { dataProtectionLimits } from '../../../contract/data-protection/data-protection-limits.ts';
import * as breachesText from '../../../text/shared/breaches.ts';
import { ApiForm, useApiForm } from '../../data/api-form.tsx';
import { useIdempotencyKey } from '../../data/idempotency-key.ts';
import { UnsavedFormButtons } from '../../data/unsaved-forms.tsx';
import { useApi } from '../../platform/api.ts';
import { Select } from '../../ui/select.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { toast } from '../../ui/toast.ts';
import { breachesKey } from '../queries.ts';

interface BreachFormProps {
	/** Entry to change; null for a new one. */
	breach: Breach | null;
	onSaved: () => void;
	onCancel: () => void;
}

const texts = ['facts', 'data', 'measures'] as const;
const textLabels = { facts: breachesText.facts, data: breachesText.data, measures: breachesText.measures };
const times = ['commission_notified_at', 'people_notified_at', 'closed_at'] as const;
const timeLabels = {
	commission_notified_at: breachesText.commissionNotifiedAt,
	people_notified_at: breachesText.peopleNotifiedAt,
	closed_at: breachesText.closedAt,
};

type Fields = Record<'title' | 'risk' | 'noticed_at' | (typeof texts)[number] | (typeof times)[number], string>;

/** Schema of the fields: times are entered in the time zone of the administrator, and an empty one is null. */
const schema = {
	safeParse(values: unknown) {
		const fields = values as Fields;
		const optional = Object.fromEntries(times.map((name) => [name, toIsoTime(fields[name])]));
		return breachFormSchema.safeParse({ ...fields, ...optional, noticed_at: toIsoTime(fields.noticed_at) ?? '' });
	},
};

/** Form of an entry in the register of breaches. */
export function BreachForm({ breach, onSaved, onCancel }: BreachFormProps) {
	const api = useApi();
	const queryClient = useQueryClient();
	const { getKey } = useIdempotencyKey();
	const form = useApiForm({
		schema,
		defaultValues: toFields(breach),
		send: (body) =>
			breach
				? api.updateBreach({ params: { id: String(breach.id) }, body })
				: api.recordBreach({ body }, { idempotencyKey: getKey(body) }),
		onDone: async () => {
			await queryClient.invalidateQueries({ queryKey: breachesKey });
			toast(breachesText.saved);
			onSaved();
		},
	});
	return (
		<ApiForm
			form={form}
			submit={<UnsavedFormButtons form={form} label={breachesText.save} onCancel={onCancel} />}
			className="gap-4"
		>
			<TextField label={breachesText.name} autoFocus {...form.field('title')} />
			<TextField label={breachesText.noticedAt} type="datetime-local" {...form.field('noticed_at')} />
			<Select
				label={breachesText.risk}
				options={breachRisks.map((value) => ({ value, label: breachesText.risks[value] }))}
				{...form.field('risk')}
			/>
			{texts.map((name) => (
				<TextArea
					key={name}
					label={textLabels[name]}
					rows={3}
					limit={dataProtectionLimits.breachText.max}
					length={form.watch(name).trim().length}
					{...form.field(name)}
				/>
			))}
			{times.map((name) => (
				<TextField
					key={name}
					label={timeLabels[name]}
					hint={breachesText.timeHint}
					type="datetime-local"
					{...form.field(name)}
				/>
			))}
		</ApiForm>
	);
}

function toFields(breach: Breach | null): Fields {
	return {
		title: breach?.title ?? '',
		facts: breach?.facts ?? '',
		data: breach?.data ?? '',
		measures: breach?.measures ?? '',
		risk: breach?.risk ?? 'risk',
		noticed_at: toLocalTime(breach ? breach.noticed_at : new Date().toISOString()),
		commission_notified_at: toLocalTime(breach?.commission_notified_at ?? null),
		people_notified_at: toLocalTime(breach?.people_notified_at ?? null),
		closed_at: toLocalTime(breach?.closed_at ?? null),
	};
}

/** Converts a time to the value of a field `datetime-local`, which has no time zone and here no seconds. */
function toLocalTime(time: string | null): string {
	if (time === null) return '';
	const date = new Date(time);
	return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

function toIsoTime(local: string): string | null {
	const time = new Date(local);
	return Number.isNaN(time.getTime()) ? null : time.toISOString();
}
