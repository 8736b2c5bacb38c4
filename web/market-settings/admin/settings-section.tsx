import type { ReactNode } from 'react';
import type { FieldValues } from 'react-hook-form';
import * as commonText from '../../../text/shared/common.ts';
import * as settingsText from '../../../text/web/admin-settings.ts';
import { ApiForm } from '../../data/api-form.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import type { SettingsForm } from './use-settings-form.ts';

interface SettingsSectionProps {
	id: string;
	title: string;
	lead?: string;
	isDirty?: boolean;
	children: ReactNode;
}

export function SettingsSection({ id, title, lead, isDirty = false, children }: SettingsSectionProps) {
	return (
		<Card className="p-4 wide:p-6">
			<section id={id} aria-labelledby={`${id}-title`} className="scroll-mt-20">
				<div className="flex min-h-7 flex-wrap items-center gap-2">
					<h2 id={`${id}-title`} className="text-18">
						{title}
					</h2>
					{isDirty && <Badge variant="marigold">{settingsText.unsaved}</Badge>}
				</div>
				{lead && <p className="mt-1 text-14 text-quiet">{lead}</p>}
				<div className="mt-4">{children}</div>
			</section>
		</Card>
	);
}

interface SectionFormProps<Fields extends FieldValues> {
	form: SettingsForm<Fields>;
	/** Names of the fields, as the notice about another administrator's change lists them. */
	labels: Record<keyof Fields & string, string>;
	/** Formats a saved value for that notice. */
	formatValue?: (value: unknown) => string;
	/** Button that fills in the defaults of the whole section. */
	defaults?: ReactNode;
	/** Handles the submission instead of the form. */
	onSubmit?: () => void;
	children: ReactNode;
}

/** Form of one section with its save button, and the way out if another administrator has changed the same settings. */
export function SectionForm<Fields extends FieldValues>(props: SectionFormProps<Fields>) {
	const { form, labels, formatValue = String, defaults, onSubmit, children } = props;
	const { theirs } = form;
	const { isDirty, defaultValues } = form.formState;
	const buttons = (
		<div className="flex flex-wrap gap-2">
			<Button {...form.button}>{commonText.save}</Button>
			{isDirty && !theirs && (
				<Button variant="quiet" disabled={form.isSending} onClick={form.resetToSaved}>
					{settingsText.undoChanges}
				</Button>
			)}
			{defaults}
		</div>
	);
	return (
		<ApiForm
			form={{
				...form,
				submit: async (event) => {
					event?.preventDefault();
					if (onSubmit) onSubmit();
					else await form.submit();
				},
			}}
			submit={buttons}
		>
			{children}
			<div role="alert" className="empty:hidden">
				{theirs && (
					<div className="rounded-control bg-marigold-soft px-3.5 py-3 text-14">
						<p className="font-semibold">{settingsText.conflictTitle}</p>
						<ul className="mt-1">
							{Object.entries<unknown>(theirs)
								.filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(defaultValues?.[name]))
								.map(([name, value]) => (
									<li key={name} dir="auto" className="line-clamp-3 wrap-anywhere">
										{settingsText.theirValue(labels[name] ?? name, formatValue(value) || settingsText.empty)}
									</li>
								))}
						</ul>
						<p className="mt-1">{settingsText.conflictHint}</p>
						<Button variant="quiet" disabled={form.isSending} onClick={form.resetToSaved} className="mt-2">
							{settingsText.useTheirs}
						</Button>
					</div>
				)}
			</div>
		</ApiForm>
	);
}

interface DefaultHintProps {
	field: string;
	value: string;
	/** Default; empty if nothing is shown by default. */
	standard: string;
	hint?: string;
	onUse: () => void;
}

/** Hint of a field with its default, and a button that fills it in. */
export function DefaultHint({ field, value, standard, hint, onUse }: DefaultHintProps) {
	return (
		<>
			{hint && <span className="block">{hint}</span>}
			<span className="flex flex-wrap items-center gap-x-2">
				<span className="wrap-anywhere">{standard ? settingsText.defaultValue(standard) : settingsText.noDefault}</span>
				{value.trim() !== standard && (
					<button
						type="button"
						aria-label={settingsText.defaultButtonName(field)}
						onClick={onUse}
						className="min-h-11 font-semibold text-leaf underline underline-offset-4"
					>
						{settingsText.useDefault}
					</button>
				)}
			</span>
		</>
	);
}
