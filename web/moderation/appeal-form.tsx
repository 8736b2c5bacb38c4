import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { limits } from '../../contract/limits.ts';
import * as decisionText from '../../contract/text/decision.ts';
import * as validationText from '../../contract/text/validation.ts';
import { useApi } from '../platform/api.ts';
import { isApiError } from '../platform/api-error.ts';
import { reasonOf } from '../platform/reason.ts';
import { Button } from '../ui/button.tsx';
import { FormError } from '../ui/form-error.tsx';
import { TextArea } from '../ui/text-area.tsx';
import { toast } from '../ui/toast.ts';
import { decisionQuery } from './queries.ts';

interface AppealFormProps {
	/** Of the decision's page. */
	decisionKey: string;
}

/** Says once why a decision is wrong. What was typed stays until it is sent. */
export function AppealForm({ decisionKey }: AppealFormProps) {
	const api = useApi();
	const queries = useQueryClient();
	const field = useRef<HTMLTextAreaElement>(null);
	const [text, setText] = useState('');
	const [missing, setMissing] = useState(false);
	const { length } = text.trim();
	const tooLong = length > limits.appeal.max;
	const { queryKey } = decisionQuery(api, decisionKey);
	const sending = useMutation({
		mutationFn: () => api.appeal({ params: { key: decisionKey }, body: { text: text.trim() } }),
		onSuccess: (decision) => {
			queries.setQueryData(queryKey, decision);
			toast(decisionText.appealSent);
		},
		onError: (error) => {
			// It was sent before, or taken back meanwhile.
			if (!isApiError(error) || error.status !== 409) return;
			toast(error.message, 'error');
			void queries.invalidateQueries({ queryKey });
		},
	});

	function submit(event: FormEvent) {
		event.preventDefault();
		setMissing(length === 0);
		if (length === 0 || tooLong) field.current?.focus();
		else sending.mutate();
	}

	return (
		<form noValidate onSubmit={submit} className="flex flex-col gap-4">
			<TextArea
				ref={field}
				label={decisionText.appealText}
				hint={decisionText.appealHint}
				rows={6}
				limit={limits.appeal.max}
				length={length}
				value={text}
				error={errorOf(missing, tooLong)}
				onChange={({ target }) => {
					setText(target.value);
					setMissing(false);
				}}
			/>
			<FormError>{sending.isError && reasonOf(sending.error)}</FormError>
			<Button type="submit" size="large" loading={sending.isPending} className="md:self-start">
				{decisionText.sendAppeal}
			</Button>
		</form>
	);
}

function errorOf(missing: boolean, tooLong: boolean): string | undefined {
	if (missing) return validationText.appealMissing;
	return tooLong ? validationText.atMostCharacters(limits.appeal.max) : undefined;
}
