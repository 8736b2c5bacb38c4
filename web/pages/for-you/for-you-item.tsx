import { Info } from 'lucide-react';
import { type ComponentProps, type HTMLAttributes, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Link } from 'react-router';
import type { ForYouItem } from '../../../contract/feed/feed.ts';
import * as commonText from '../../../text/shared/common.ts';
import * as forYouText from '../../../text/web/for-you.ts';
import { loginPath } from '../../accounts/return-path.ts';
import { useSession } from '../../accounts/session.ts';
import { AdCard, AdCardSkeleton } from '../../feed/cards/ad-card.tsx';
import { PostItem } from '../../feed/cards/post-item.tsx';
import { getMuteOptions, type MuteOption, toMuteSubject } from '../../feed/mute-preferences.ts';
import { PostCardSkeleton } from '../../posts/post-card.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';

interface ItemProps<Type extends ForYouItem['type']> {
	item: Extract<ForYouItem, { type: Type }>;
	/** Mute option that the user chose at this item. */
	muted: MuteOption | undefined;
	/** True if a mute chosen at another item hides this item. */
	isHidden: boolean;
	/** True if the pictures load first, because the item is visible at once. */
	eager: boolean;
	onMute: (choice: MuteOption) => void;
	onUndo: (choice: MuteOption) => void;
}

/**
 * Grid with two columns of ads on phones and four on larger screens. A group of four ads fills its rows. Posts take the whole width. Large
 * text gets fewer columns. An ad after a post fills a gap in a row above. The space between rows is below each item, so that it vanishes
 * with the item.
 */
const gridClasses =
	'grid grid-flow-row-dense grid-cols-[repeat(auto-fill,minmax(max(8.5rem,34%),1fr))] gap-x-2 sm:grid-cols-[repeat(auto-fill,minmax(max(8.5rem,21%),1fr))] md:gap-x-3';

const spaceBelow = 'pb-2 md:pb-3 wide:pb-4';

/** Width of an ad card in the grid, as a `sizes` attribute. */
const adSizes = '(min-width: 704px) 156px, (min-width: 640px) calc(25vw - 14px), calc(50vw - 20px)';

interface GridProps {
	isBusy: boolean;
	children: ReactNode;
}

export function ForYouGrid({ isBusy, children }: GridProps) {
	return (
		<ul className={gridClasses} aria-busy={isBusy}>
			{children}
		</ul>
	);
}

export function ForYouSkeletons() {
	return (
		<div className={gridClasses}>
			{[1, 2, 3, 4].map((place) => (
				<div key={place} className={spaceBelow}>
					<AdCardSkeleton />
				</div>
			))}
			<div className="col-span-full flex flex-col gap-3 wide:gap-4">
				<PostCardSkeleton />
				<PostCardSkeleton picture />
			</div>
		</div>
	);
}

/** Ad of the For You feed, with the reason why it is shown in a row below. A muted ad leaves a card to undo the mute. */
export function ForYouAd({ item, muted, isHidden, eager, onMute, onUndo }: ItemProps<'ad'>) {
	const [opened, setOpened] = useState(false);
	const panel = useId();
	const fade = useFade(isHidden);
	const { button, undo } = useUndo(muted, onUndo);
	const isOpen = opened && !muted && !isHidden;
	return (
		<>
			<li {...fade} className={classes('min-w-0 transition-opacity duration-200', spaceBelow, isHidden && 'opacity-0')}>
				{muted ? (
					<UndoMute
						muted={muted}
						onUndo={undo}
						className="h-full flex-col justify-center rounded-card p-2 text-center"
					/>
				) : (
					<AdCard
						ad={item.ad}
						sizes={adSizes}
						eager={eager}
						action={
							<IconButton
								ref={button}
								label={forYouText.whyAd(item.ad.title)}
								variant="quiet"
								aria-expanded={isOpen}
								aria-controls={panel}
								onClick={() => setOpened(!opened)}
							>
								<Info aria-hidden className="size-5" />
							</IconButton>
						}
					/>
				)}
			</li>
			{isOpen && (
				<li id={panel} className={classes('col-span-full', spaceBelow)}>
					<Explanation item={item} title={item.ad.title} onMute={onMute} />
				</li>
			)}
		</>
	);
}

/** Post of the For You feed, with the reason why it is shown. A muted post fades and leaves a line to undo the mute. */
export function ForYouPost({ item, muted, isHidden, eager, onMute, onUndo }: ItemProps<'post'>) {
	const [opened, setOpened] = useState(false);
	const panel = useId();
	const { button, undo } = useUndo(muted, onUndo);
	return (
		<li className="col-span-full min-w-0 empty:hidden">
			{muted && (
				<div className={spaceBelow}>
					<UndoMute muted={muted} onUndo={undo} className="justify-between rounded-card py-1.5 pr-1.5 pl-4" />
				</div>
			)}
			<Collapsible isHidden={isHidden || muted !== undefined}>
				<PostItem
					post={item.post}
					eager={eager}
					headerAction={
						<IconButton
							ref={button}
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
					<Explanation id={panel} hidden={!opened} item={item} onMute={onMute} />
				</PostItem>
			</Collapsible>
		</li>
	);
}

interface ExplanationProps extends ComponentProps<'div'> {
	item: ForYouItem;
	/** Title of the item, if the explanation is outside of its card. */
	title?: string;
	onMute: (choice: MuteOption) => void;
}

function Explanation({ item, title, onMute, ...rest }: ExplanationProps) {
	return (
		<div className="animate-appear rounded-control bg-sunken p-3" {...rest}>
			<p className="text-14">
				<span className="block text-12 text-quiet">
					{title === undefined ? forYouText.why : forYouText.whyAd(title)}
				</span>
				{item.why}
			</p>
			<MuteOptions options={getMuteOptions(toMuteSubject(item))} onMute={onMute} />
		</div>
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

interface UndoMuteProps {
	muted: MuteOption;
	onUndo: () => void;
	className: string;
}

function UndoMute({ muted, onUndo, className }: UndoMuteProps) {
	const button = useRef<HTMLButtonElement>(null);
	// The undo button takes the focus, because the button that had it fades.
	useEffect(() => button.current?.focus({ preventScroll: true }), []);
	return (
		<div className={classes('flex animate-appear items-center gap-3 bg-sunken text-14 text-quiet', className)}>
			<p role="status" className="min-w-0 break-words">
				{muted.confirmation}
			</p>
			<Button ref={button} variant="plain" onClick={onUndo}>
				{commonText.undo}
			</Button>
		</div>
	);
}

/** Returns the function that undoes an item's mute. Its `button` then takes the focus, because the undo button unmounts. */
function useUndo(muted: MuteOption | undefined, onUndo: (choice: MuteOption) => void) {
	const button = useRef<HTMLButtonElement>(null);
	const wasUndone = useRef(false);
	useEffect(() => {
		if (muted || !wasUndone.current) return;
		wasUndone.current = false;
		button.current?.focus({ preventScroll: true });
	}, [muted]);
	function undo() {
		if (!muted) return;
		wasUndone.current = true;
		onUndo(muted);
	}
	return { button, undo };
}

/** Returns props of an element that fades before it is hidden. An element that is hidden from the start does not fade. */
function useFade(isHidden: boolean): Pick<HTMLAttributes<HTMLElement>, 'inert' | 'hidden' | 'onTransitionEnd'> {
	const [faded, setFaded] = useState(isHidden);
	useEffect(() => {
		if (!isHidden) setFaded(false);
	}, [isHidden]);
	return {
		inert: isHidden,
		hidden: isHidden && faded,
		onTransitionEnd: ({ target, currentTarget }) => target === currentTarget && setFaded(isHidden),
	};
}

function Collapsible({ isHidden, children }: { isHidden: boolean; children: ReactNode }) {
	return (
		<div
			{...useFade(isHidden)}
			className={classes(
				'transition-all duration-200 not-[[hidden]]:grid',
				isHidden ? 'grid-rows-[0fr] opacity-0' : 'grid-rows-[1fr]',
			)}
		>
			<div className={classes('min-h-0 min-w-0', isHidden && 'overflow-hidden')}>
				<div className={classes('empty:hidden', spaceBelow)}>{children}</div>
			</div>
		</div>
	);
}
