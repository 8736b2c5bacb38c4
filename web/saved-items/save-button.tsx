import { Bookmark } from 'lucide-react';
import type { SavedList } from '../../contract/saved-items/saved-items.ts';
import * as commonText from '../../text/shared/common.ts';
import { classes } from '../ui/classes.ts';
import { useSavedList } from './saved-items-provider.tsx';

interface SaveButtonProps {
	list: SavedList;
	id: number;
	/** Look of the button: `icon` has no label, for rows of small actions; `over` is for the upper right corner of a picture, and its icon is in CSS; `button` has a label. */
	variant?: 'icon' | 'over' | 'button';
	className?: string;
}

const variants = {
	icon: 'rounded-full hover:bg-sunken',
	over: 'save-over',
	button: 'gap-2 rounded-control bg-sunken px-4 font-semibold hover:bg-line',
};

/** Button that saves an ad, a talk or a tweet, or removes it from the saved list. Works without an account. */
export function SaveButton({ list, id, variant = 'icon', className }: SaveButtonProps) {
	const { has, toggle } = useSavedList(list);
	const saved = has(id);
	return (
		<button
			type="button"
			aria-pressed={saved}
			aria-label={commonText.save}
			title={commonText.save}
			onClick={(event) => {
				event.preventDefault();
				event.stopPropagation();
				toggle(id);
			}}
			className={classes('icon-button', variants[variant], className)}
		>
			{variant !== 'over' && (
				<Bookmark aria-hidden className={classes('size-5 shrink-0', saved && 'fill-leaf text-leaf')} />
			)}
			{variant === 'button' && commonText.save}
		</button>
	);
}
