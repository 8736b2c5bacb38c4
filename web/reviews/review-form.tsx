import { useEffect, useRef, useState } from 'react';
import * as reviewLimits from '../../contract/reviews/limits.ts';
import * as commonText from '../../text/shared/common.ts';
import * as validationText from '../../text/shared/validation.ts';
import * as reviewsText from '../../text/web/reviews.ts';
import { getErrorMessage } from '../platform/error-message.ts';
import { Button } from '../ui/button.tsx';
import { FormError } from '../ui/form-error.tsx';
import { TextArea } from '../ui/text-area.tsx';
import { CancelButton, UnsavedChangesQuestion, useUnsavedChanges } from '../ui/unsaved-changes.tsx';
import { type ReviewFields, useSaveReview } from './mutations.ts';
import { StarField } from './stars.tsx';

interface ReviewFormProps {
	/** Ad of a new review, or an existing review to edit. */
	review: { adId: number } | ({ id: number } & ReviewFields);
	onChanged: () => unknown;
	onDone: () => void;
	/** Without it, the form has no cancel button. */
	onCancel?: () => void;
}

export function ReviewForm({ review, onChanged, onDone, onCancel }: ReviewFormProps) {
	const isSaved = 'id' in review;
	const saved: ReviewFields = isSaved ? review : { stars: 0, text: '' };
	const form = useRef<HTMLFormElement>(null);
	const [stars, setStars] = useState(saved.stars);
	const [text, setText] = useState(saved.text);
	const [isMissing, setMissing] = useState(false);
	const save = useSaveReview(review, onChanged);
	const isChanged = stars !== saved.stars || text !== saved.text;
	const { isConfirming, close, dismiss } = useUnsavedChanges(isChanged, () => onCancel?.());
	const isTooLong = text.trim().length > reviewLimits.review.max;

	// The form of a saved review opens after a tap. The form of a new one is part of the page.
	useEffect(() => {
		if (isSaved) form.current?.querySelector<HTMLElement>(':checked')?.focus();
	}, [isSaved]);

	function send() {
		setMissing(stars === 0);
		if (stars === 0 || isTooLong || save.isPending) return;
		if (!isChanged) onDone();
		// `mutateAsync` calls back even if the saved review has replaced the form.
		else save.mutateAsync({ stars, text: text.trim() }).then(onDone, () => {});
	}

	return (
		<form
			ref={form}
			noValidate
			onSubmit={(event) => {
				event.preventDefault();
				send();
			}}
			className="flex flex-col gap-3"
		>
			<StarField
				value={stars}
				error={isMissing ? validationText.starsMissing : undefined}
				onChange={(value) => {
					setStars(value);
					setMissing(false);
				}}
			/>
			<TextArea
				label={reviewsText.yourWords}
				hint={reviewsText.yourWordsHint}
				optional
				rows={3}
				limit={reviewLimits.review.max}
				length={text.length}
				value={text}
				error={isTooLong ? validationText.atMostCharacters(reviewLimits.review.max) : undefined}
				onChange={(event) => {
					setText(event.target.value);
					dismiss();
				}}
			/>
			<FormError>{save.error && getErrorMessage(save.error)}</FormError>
			<UnsavedChangesQuestion isConfirming={isConfirming}>{commonText.leaveWithoutSaving}</UnsavedChangesQuestion>
			<div className="flex flex-wrap gap-2">
				<Button type="submit" loading={save.isPending}>
					{isSaved ? commonText.saveChanges : reviewsText.post}
				</Button>
				{onCancel && <CancelButton isConfirming={isConfirming} disabled={save.isPending} onClick={close} />}
			</div>
		</form>
	);
}
