import { useQueryClient } from '@tanstack/react-query';
import * as moderationLimits from '../../contract/moderation/limits.ts';
import { appeal } from '../../contract/moderation/moderation.ts';
import * as decisionText from '../../text/web/decision.ts';
import { ApiForm, useApiForm } from '../data/api-form.tsx';
import { useApi } from '../platform/api.ts';
import { isApiError } from '../platform/api-error.ts';
import { getErrorMessage } from '../platform/error-message.ts';
import { Button } from '../ui/button.tsx';
import { TextArea } from '../ui/text-area.tsx';
import { toast } from '../ui/toast.ts';
import { decisionQuery } from './queries.ts';

interface AppealFormProps {
	/** Key from the page's address. It identifies the moderation decision and grants access to it. */
	decisionKey: string;
}

/** Form for an appeal against a moderation decision. A decision can be appealed once. */
export function AppealForm({ decisionKey }: AppealFormProps) {
	const api = useApi();
	const queryClient = useQueryClient();
	const { queryKey } = decisionQuery(api, decisionKey);
	const form = useApiForm({
		schema: appeal.body,
		defaultValues: { text: '' },
		send: (body) => api.appeal({ params: { key: decisionKey }, body }),
		onDone: (decision) => {
			queryClient.setQueryData(queryKey, decision);
			toast(decisionText.appealSent);
		},
		onError: (error) => {
			// Status 409 means that the decision was already appealed or lifted.
			if (!isApiError(error) || error.status !== 409) return;
			toast(error.message, 'error');
			void queryClient.invalidateQueries({ queryKey });
		},
		toMessage: getErrorMessage,
	});
	const button = (
		<Button {...form.button} size="large" className="md:self-start">
			{decisionText.sendAppeal}
		</Button>
	);
	return (
		<ApiForm form={form} submit={button} className="gap-4">
			<TextArea
				label={decisionText.appealText}
				hint={decisionText.appealHint}
				rows={6}
				limit={moderationLimits.appeal.max}
				length={form.watch('text').trim().length}
				{...form.field('text')}
			/>
		</ApiForm>
	);
}
