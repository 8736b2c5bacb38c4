import { useState } from 'react';
import { cleanText } from '../../contract/core/clean-text.ts';
import * as reviewLimits from '../../contract/reviews/limits.ts';
import * as commonText from '../../text/shared/common.ts';
import * as validationText from '../../text/shared/validation.ts';
import * as reviewsText from '../../text/web/reviews.ts';
import { getErrorMessage } from '../platform/error-message.ts';
import { Button } from '../ui/button.tsx';
import { FormError } from '../ui/form-error.tsx';
import { TextArea } from '../ui/text-area.tsx';
import { CancelButton, UnsavedChangesQuestion, useUnsavedChanges } from '../ui/unsaved-changes.tsx';
import { useReplyToReview } from './mutations.ts';

interface ReplyFormProps {
	reviewId: number;
	/** Text of the saved reply; empty for a new one. */
	text: string;
	onDone: () => void;
	onCancel: () => void;
}

export function ReplyForm({ reviewId, text: saved, onDone, onCancel }: ReplyFormProps) {
	const [text, setText] = useState(saved);
	const [error, setError] = useState<string>();
	const reply = useReplyToReview(reviewId);
	const { isConfirming, close, dismiss } = useUnsavedChanges(text !== saved, onCancel);

	function send() {
		const words = cleanText(text).trim();
		const problem = validate(words);
		setError(problem);
		if (problem !== undefined || reply.isPending) return;
		if (words === saved) onDone();
		else reply.mutate(words, { onSuccess: onDone });
	}

	return (
		<form
			noValidate
			onSubmit={(event) => {
				event.preventDefault();
				send();
			}}
			className="mt-2 flex flex-col gap-3"
		>
			<TextArea
				autoFocus
				label={reviewsText.yourReply}
				hint={reviewsText.replyHint}
				rows={3}
				limit={reviewLimits.reviewReply.max}
				length={text.length}
				value={text}
				error={error}
				onChange={(event) => {
					setText(event.target.value);
					dismiss();
				}}
				onKeyDown={(event) => event.key === 'Escape' && close()}
			/>
			<FormError>{reply.error && getErrorMessage(reply.error)}</FormError>
			<UnsavedChangesQuestion isConfirming={isConfirming}>{commonText.leaveWithoutSaving}</UnsavedChangesQuestion>
			<div className="flex justify-end gap-2">
				<CancelButton isConfirming={isConfirming} disabled={reply.isPending} onClick={close} />
				<Button type="submit" loading={reply.isPending}>
					{saved === '' ? reviewsText.sendReply : commonText.saveChanges}
				</Button>
			</div>
		</form>
	);
}

function validate(text: string): string | undefined {
	if (text === '') return validationText.replyMissing;
	return text.length > reviewLimits.reviewReply.max
		? validationText.atMostCharacters(reviewLimits.reviewReply.max)
		: undefined;
}
