import { Info } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Link } from 'react-router';
import type { ForYouItem } from '../../../contract/feed.ts';
import * as commonText from '../../../contract/text/common.ts';
import * as forYouText from '../../../contract/text/for-you.ts';
import { loginPath } from '../../accounts/return-path.ts';
import { useSession } from '../../accounts/session.ts';
import { getMuteOptions, type MuteOption } from '../../feed/mute-preferences.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { PostItem } from '../item-cards/post-item.tsx';

interface ForYouPostProps {
	item: ForYouItem;
	/** Mute option that the user chose at this post. */
	muted: MuteOption | undefined;
	/** True if a mute chosen at another post hides this post. */
	isHidden: boolean;
	onMute: (choice: MuteOption) => void;
	onUndo: (choice: MuteOption) => void;
}

/** Post of the For You feed, with the reason why it is shown. A muted post fades and leaves a line to undo the mute. */
export function ForYouPost({ item: { post, why }, muted, isHidden, onMute, onUndo }: ForYouPostProps) {
	const [opened, setOpened] = useState(false);
	const panel = useId();
	return (
		<li className="empty:hidden">
			{muted && <UndoMute muted={muted} onUndo={() => onUndo(muted)} />}
			<Collapsible isHidden={isHidden || muted !== undefined}>
				<PostItem
					post={post}
					headerAction={
						<IconButton
							label={forYouText.why}
							aria-expanded={opened}
							aria-controls={panel}
							onClick={() => setOpened(!opened)}
							className="-mt-1.5 -mr-2"
						>
							<Info aria-hidden className="size-5 text-quiet" />
						</IconButton>
					}
				>
					<div id={panel} hidden={!opened} className="animate-appear rounded-control bg-sunken p-3">
						<p className="text-14">
							<span className="block text-12 text-quiet">{forYouText.why}</span>
							{why}
						</p>
						<MuteOptions options={getMuteOptions(post)} onMute={onMute} />
					</div>
				</PostItem>
			</Collapsible>
		</li>
	);
}

function MuteOptions({ options, onMute }: { options: MuteOption[]; onMute: (choice: MuteOption) => void }) {
	const session = useSession();
	if (!session) {
		return (
			<Link
				to={loginPath('/for-you')}
				className="inline-flex min-h-11 items-center font-semibold text-14 text-leaf underline underline-offset-4"
			>
				{forYouText.logInToChoose}
			</Link>
		);
	}
	return (
		<ul aria-label={forYouText.showLess} className="mt-2 flex flex-wrap gap-2">
			{options.map((choice) => (
				<li key={choice.label} className="min-w-0">
					<button
						type="button"
						onClick={() => onMute(choice)}
						className="min-h-11 max-w-full rounded-full bg-card px-4 py-1.5 text-left text-14 transition-colors hover:text-leaf"
					>
						{choice.label}
					</button>
				</li>
			))}
		</ul>
	);
}

function UndoMute({ muted, onUndo }: { muted: MuteOption; onUndo: () => void }) {
	const button = useRef<HTMLButtonElement>(null);
	// The undo button takes the focus, because the button that had it fades.
	useEffect(() => button.current?.focus({ preventScroll: true }), []);
	return (
		<div className="mb-3 flex animate-appear items-center justify-between gap-3 rounded-card bg-sunken py-1.5 pr-1.5 pl-4 text-14 text-quiet wide:mb-4">
			<p role="status" className="min-w-0">
				{muted.confirmation}
			</p>
			<Button ref={button} variant="plain" onClick={onUndo}>
				{commonText.undo}
			</Button>
		</div>
	);
}

function Collapsible({ isHidden, children }: { isHidden: boolean; children: ReactNode }) {
	// A post that is hidden from the start does not fade.
	const [faded, setFaded] = useState(isHidden);
	useEffect(() => {
		if (!isHidden) setFaded(false);
	}, [isHidden]);
	return (
		<div
			inert={isHidden}
			hidden={isHidden && faded}
			onTransitionEnd={({ target, currentTarget }) => target === currentTarget && setFaded(isHidden)}
			className={classes(
				'transition-all duration-200 not-[[hidden]]:grid',
				isHidden ? 'grid-rows-[0fr] opacity-0' : 'grid-rows-[1fr]',
			)}
		>
			<div className={classes('min-h-0 min-w-0', isHidden && 'overflow-hidden')}>
				<div className="pb-3 empty:hidden wide:pb-4">{children}</div>
			</div>
		</div>
	);
}
