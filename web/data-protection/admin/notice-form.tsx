import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type Breach, sendBreachNotice } from '../../../contract/data-protection/data-protection.ts';
import { dataProtectionLimits } from '../../../contract/data-protection/data-protection-limits.ts';
import * as breachNoticeText from '../../../text/shared/breach-notice.ts';
import * as breachesText from '../../../text/shared/breaches.ts';
import { ApiForm, useApiForm } from '../../data/api-form.tsx';
import { useIdempotencyKey } from '../../data/idempotency-key.ts';
import { UnsavedFormButtons } from '../../data/unsaved-forms.tsx';
import { useApi } from '../../platform/api.ts';
import { useBrand } from '../../platform/brand.ts';
import { getErrorMessage } from '../../platform/error-message.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { toast } from '../../ui/toast.ts';
import { breachesKey } from '../queries.ts';

/** Form of a mail to the people of a breach. A dialog shows the mail before it is sent, because it cannot be taken back. */
export function NoticeForm({ breach, onDone }: { breach: Breach; onDone: () => void }) {
	const api = useApi();
	const queryClient = useQueryClient();
	const { getKey } = useIdempotencyKey();
	const [preview, setPreview] = useState<string | null>(null);
	const form = useApiForm({
		schema: sendBreachNotice.body,
		defaultValues: { text: '' },
		send: async ({ text }) => setPreview(text),
	});
	const { name } = useBrand();
	const sending = useMutation({
		mutationFn: (body: { text: string }) =>
			api.sendBreachNotice({ params: { id: String(breach.id) }, body }, { idempotencyKey: getKey(body) }),
		onSuccess: async () => {
			await queryClient.invalidateQueries({ queryKey: breachesKey });
			toast(breachesText.noticeQueued);
			onDone();
		},
		onError: (error) => toast(getErrorMessage(error), 'error'),
	});
	return (
		<>
			<ApiForm
				form={form}
				submit={
					<UnsavedFormButtons
						form={{
							formState: form.formState,
							button: { ...form.button, loading: sending.isPending },
							isSending: sending.isPending,
						}}
						label={breachesText.showNotice}
						onCancel={onDone}
					/>
				}
				className="mt-3 gap-3"
			>
				<TextArea
					label={breachesText.noticeText}
					hint={breachesText.noticeHint}
					limit={dataProtectionLimits.breachNotice.max}
					length={form.watch('text').length}
					rows={8}
					autoFocus
					{...form.field('text')}
				/>
			</ApiForm>
			{preview !== null && (
				<ConfirmDialog
					open
					title={breachesText.sendTitle(breach.unnotified)}
					description={
						<>
							{breachesText.sendConsequence}
							<span className="mt-3 flex max-h-80 flex-col gap-3 overflow-y-auto rounded-control bg-sunken p-3 text-ink">
								<strong>{breachNoticeText.subject(name)}</strong>
								<span>{breachNoticeText.lead}</span>
								<span>{breachNoticeText.label}:</span>
								<span dir="auto" className="whitespace-pre-line wrap-anywhere">
									{preview}
								</span>
								<span>{breachNoticeText.questions}</span>
							</span>
						</>
					}
					action={breachesText.sendNotice}
					onConfirm={() => {
						setPreview(null);
						sending.mutate({ text: preview });
					}}
					onClose={() => setPreview(null)}
				/>
			)}
		</>
	);
}
