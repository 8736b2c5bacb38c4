import { Suspense, useState } from 'react';
import { settingLimits } from '../../../contract/market-settings/market-limits.ts';
import type { LegalDocumentName } from '../../../contract/market-settings/market-settings.ts';
import * as settingsText from '../../../text/web/admin-settings.ts';
import { Button } from '../../ui/button.tsx';
import { lazyComponent } from '../../ui/lazy-component.ts';
import { LazyConfirmDialog } from '../../ui/lazy-confirm-dialog.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { createTextChangeSchema, toText } from './change-schema.ts';
import { SectionForm, SettingsSection } from './settings-section.tsx';
import { type SectionProps, useSettingsForm } from './use-settings-form.ts';

const LessonText = lazyComponent(async () => (await import('../../courses/markdown.tsx')).LessonText);

const labels = { terms: settingsText.terms, privacy: settingsText.privacy };
const paths = { terms: '/termsAndCondition', privacy: '/privacy' } as const;

export function LegalSection(props: SectionProps) {
	return (
		<>
			<LegalText {...props} document="terms" />
			<LegalText {...props} document="privacy" />
		</>
	);
}

function LegalText({ document, ...props }: SectionProps & { document: LegalDocumentName }) {
	const label = labels[document];
	const saved = props.settings.values[document];
	const [isPreview, setPreview] = useState(false);
	const [isConfirming, setConfirming] = useState(false);
	const form = useSettingsForm(props, {
		id: document,
		toFields: (values) => ({ text: toText(values[document]) }),
		schema: {
			safeParse: (fields) =>
				createTextChangeSchema([document], props.settings.defaults, true).safeParse({
					[document]: (fields as { text: string }).text,
				}),
		},
		toField: () => 'text',
	});
	const text = form.watch('text');
	/** Deleting a saved text asks first. */
	const submit = () => (saved !== null && text.trim() === '' ? setConfirming(true) : void form.submit());

	return (
		<SettingsSection
			id={document}
			title={label}
			lead={saved === null ? settingsText.builtInText : settingsText.ownText}
			isDirty={form.formState.isDirty}
		>
			<SectionForm
				form={form}
				labels={{ text: label }}
				onSubmit={submit}
				defaults={
					saved !== null && (
						<Button variant="plain" disabled={form.isSending} onClick={() => setConfirming(true)}>
							{settingsText.useBuiltInText}
						</Button>
					)
				}
			>
				<p className="text-14">
					{settingsText.legalLead}{' '}
					<a
						href={paths[document]}
						target="_blank"
						rel="noopener"
						className="inline-block py-2 font-semibold text-leaf underline underline-offset-4"
					>
						{settingsText.view(paths[document])}
					</a>
				</p>
				<TextArea
					label={label}
					dir="auto"
					rows={10}
					hint={settingsText.markdownHint}
					limit={settingLimits.document.max}
					length={text.trim().length}
					{...form.field('text')}
				/>
				<div>
					<Button variant="quiet" aria-expanded={isPreview} onClick={() => setPreview(!isPreview)}>
						{settingsText.preview}
					</Button>
					{isPreview && (
						<div className="mt-3 rounded-control border border-line p-4">
							{text.trim() === '' ? (
								<p className="text-14 text-quiet">{settingsText.previewEmpty}</p>
							) : (
								<Suspense fallback={<Skeleton className="h-32" />}>
									<LessonText text={text} />
								</Suspense>
							)}
						</div>
					)}
				</div>
			</SectionForm>
			{isConfirming && (
				<LazyConfirmDialog
					title={settingsText.builtInQuestion(label)}
					description={settingsText.builtInConsequence}
					action={settingsText.useBuiltInText}
					danger
					onConfirm={() => {
						setConfirming(false);
						form.setValue('text', '', { shouldDirty: true });
						void form.submit();
					}}
					onClose={() => setConfirming(false)}
				/>
			)}
		</SettingsSection>
	);
}
