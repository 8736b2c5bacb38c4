import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { Session } from '../../../contract/accounts/accounts.ts';
import { categories } from '../../../contract/market-settings/categories.ts';
import type { PostKind } from '../../../contract/posts/posts.ts';
import * as commonText from '../../../text/shared/common.ts';
import * as mediaText from '../../../text/web/media.ts';
import * as promoteText from '../../../text/web/promote.ts';
import { playSound } from '../../appearance/sounds.ts';
import { PicturePicker } from '../../media/picture-picker.tsx';
import { usePictures } from '../../media/use-pictures.ts';
import { readDraft, writeDraft } from '../../posts/draft.ts';
import { getPostDraftKey } from '../../posts/draft-key.ts';
import { countLetters, emptyPost, type PostProblems, validatePost } from '../../posts/post-form.ts';
import { postKindInfo } from '../../posts/post-kind-info.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { ProgressWithPercent } from '../../ui/progress.tsx';
import { Select } from '../../ui/select.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { toast } from '../../ui/toast.ts';
import { useLeaveWarning } from '../../ui/use-leave-warning.tsx';
import { useCreatePost } from './use-create-post.ts';

const rows: Record<PostKind, number> = { tweet: 4, talk: 9, picture: 3 };

/** Form to write a post. It stores the draft on this device until the post is sent. */
export function PostComposer({ session, kind }: { session: Session; kind: PostKind }) {
	const key = getPostDraftKey(kind, session.id);
	const { word, letters, pictures: most } = postKindInfo[kind];
	const [fields, setFields] = useState(() => readDraft(key));
	const [problems, setProblems] = useState<PostProblems>({});
	const [rejection, setRejection] = useState<string | null>(null);
	const area = useRef<HTMLTextAreaElement>(null);
	const { posting, post, cancel } = useCreatePost({
		onRejected: setRejection,
		onPosted: (isWaiting) => {
			setFields(emptyPost);
			dispatch({ type: 'cleared' });
			if (!isWaiting) playSound('done');
			toast(isWaiting ? promoteText.waitsForNetwork(word) : promoteText.posted[kind]);
			// The text field must be enabled again before it takes the focus.
			requestAnimationFrame(() => area.current?.focus());
		},
	});
	const busy = posting.step !== 'idle';
	// While saving, the post is in the outbox and arrives even if the page is closed. A stored draft would be posted again.
	const isDraft = posting.step !== 'saving';
	const { pictures, add, dispatch } = usePictures(key, most, isDraft);
	const preparing = pictures.some(({ small }) => !small);
	const leaveWarning = useLeaveWarning(posting.step === 'sending', promoteText.leaveWarning(word));

	useEffect(() => writeDraft(key, isDraft ? fields : emptyPost), [key, fields, isDraft]);

	function change(values: Partial<typeof fields>) {
		setFields({ ...fields, ...values });
		setProblems({});
	}

	function submit(event: FormEvent) {
		event.preventDefault();
		setRejection(null);
		const found = validatePost(kind, fields, pictures.length);
		setProblems(found ?? {});
		if (!found) void post(kind, fields, pictures, dispatch);
		else if (found.text) area.current?.focus();
	}

	const text = (
		<TextArea
			ref={area}
			label={promoteText.labels[kind]}
			optional={kind === 'picture'}
			placeholder={promoteText.placeholders[kind]}
			rows={rows[kind]}
			limit={letters}
			length={countLetters(fields.text)}
			error={problems.text}
			disabled={busy}
			dir="auto"
			value={fields.text}
			onChange={({ target }) => change({ text: target.value })}
		/>
	);
	const picker = (
		<PicturePicker
			pictures={pictures}
			locked={busy}
			error={pictures.length === 0 && problems.pictures}
			max={most}
			cover={false}
			small={kind !== 'picture'}
			onAdd={(files) => {
				setProblems({});
				add(files);
			}}
			dispatch={dispatch}
		/>
	);
	return (
		<Card className="p-4 wide:p-6">
			<form noValidate onSubmit={submit} className="flex min-w-0 flex-col gap-5">
				{kind === 'picture' ? [<div key="picker">{picker}</div>, <div key="text">{text}</div>] : text}
				{kind !== 'picture' && picker}
				<Select
					label={promoteText.category}
					optional
					placeholder={promoteText.categoryPlaceholder}
					options={categories}
					error={problems.category}
					disabled={busy}
					value={fields.category}
					onChange={({ target }) => change({ category: target.value })}
				/>
				<FormError>{rejection}</FormError>
				{posting.step === 'sending' && (
					<ProgressWithPercent label={mediaText.sendingPictures} percent={posting.percent} />
				)}
				<div className="flex flex-wrap items-center gap-2">
					<Button type="submit" size="large" loading={busy} disabled={preparing} className="flex-1 md:flex-none">
						{posting.step === 'sending'
							? promoteText.sending
							: busy
								? commonText.posting
								: preparing
									? mediaText.preparingPictures
									: promoteText.actions[kind]}
					</Button>
					{posting.step === 'sending' && (
						<Button variant="quiet" size="large" onClick={cancel}>
							{commonText.cancel}
						</Button>
					)}
				</div>
			</form>
			{leaveWarning}
		</Card>
	);
}
