import { Info } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Link } from 'react-router';
import type { ForYouItem } from '../../../contract/feed.ts';
import * as commonText from '../../../contract/text/common.ts';
import * as forYouText from '../../../contract/text/for-you.ts';
import { logInAddress } from '../../accounts/return-path.ts';
import { useSession } from '../../accounts/session.ts';
import { choicesOf, type LessChoice } from '../../feed/for-you.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { PostItem } from '../cards/post-item.tsx';

interface ForYouEntryProps {
	item: ForYouItem;
	/** What was asked here. */
	choice: LessChoice | undefined;
	/** It goes because of what was asked at another one. */
	gone: boolean;
	onLess: (choice: LessChoice) => void;
	onUndo: (choice: LessChoice) => void;
}

/** A post with why it is shown. What is to be seen less of fades away and leaves a line to take it back. */
export function ForYouEntry({ item: { post, why }, choice, gone, onLess, onUndo }: ForYouEntryProps) {
	const [opened, setOpened] = useState(false);
	const panel = useId();
	return (
		<li className="empty:hidden">
			{choice && <Undo choice={choice} onUndo={() => onUndo(choice)} />}
			<Fading gone={gone || choice !== undefined}>
				<PostItem
					post={post}
					corner={
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
						<Choices choices={choicesOf(post)} onLess={onLess} />
					</div>
				</PostItem>
			</Fading>
		</li>
	);
}

function Choices({ choices, onLess }: { choices: LessChoice[]; onLess: (choice: LessChoice) => void }) {
	const session = useSession();
	if (!session) {
		return (
			<Link
				to={logInAddress('/for-you')}
				className="inline-flex min-h-11 items-center font-semibold text-14 text-leaf underline underline-offset-4"
			>
				{forYouText.logInToChoose}
			</Link>
		);
	}
	return (
		<ul aria-label={forYouText.showLess} className="mt-2 flex flex-wrap gap-2">
			{choices.map((choice) => (
				<li key={choice.label} className="min-w-0">
					<button
						type="button"
						onClick={() => onLess(choice)}
						className="min-h-11 max-w-full rounded-full bg-card px-4 py-1.5 text-left text-14 transition-colors hover:text-leaf"
					>
						{choice.label}
					</button>
				</li>
			))}
		</ul>
	);
}

function Undo({ choice, onUndo }: { choice: LessChoice; onUndo: () => void }) {
	const button = useRef<HTMLButtonElement>(null);
	// The button that was tapped fades away: whoever uses the keyboard goes on here.
	useEffect(() => button.current?.focus({ preventScroll: true }), []);
	return (
		<div className="mb-3 flex animate-appear items-center justify-between gap-3 rounded-card bg-sunken py-1.5 pr-1.5 pl-4 text-14 text-quiet wide:mb-4">
			<p role="status" className="min-w-0">
				{choice.done}
			</p>
			<Button ref={button} look="plain" onClick={onUndo}>
				{commonText.undo}
			</Button>
		</div>
	);
}

function Fading({ gone, children }: { gone: boolean; children: ReactNode }) {
	// What comes after it was asked never stood there.
	const [faded, setFaded] = useState(gone);
	useEffect(() => {
		if (!gone) setFaded(false);
	}, [gone]);
	return (
		<div
			inert={gone}
			hidden={gone && faded}
			onTransitionEnd={({ target, currentTarget }) => target === currentTarget && setFaded(gone)}
			className={classes(
				'transition-all duration-200 not-[[hidden]]:grid',
				gone ? 'grid-rows-[0fr] opacity-0' : 'grid-rows-[1fr]',
			)}
		>
			<div className={classes('min-h-0 min-w-0', gone && 'overflow-hidden')}>
				<div className="pb-3 empty:hidden wide:pb-4">{children}</div>
			</div>
		</div>
	);
}
