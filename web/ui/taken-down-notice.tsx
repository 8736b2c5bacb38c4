import { Link } from 'react-router';
import * as commonText from '../../text/shared/common.ts';
import { RichText } from './rich-text.tsx';

interface TakenDownNoticeProps {
	/** Path of the page with the decisions. */
	to: string;
	reason?: string | null;
}

/** Tells the owner that an ad or post is hidden and why. */
export function TakenDownNotice({ to, reason }: TakenDownNoticeProps) {
	return (
		<div className="rounded-card bg-marigold-soft p-4">
			{reason && <p className="mb-1 whitespace-pre-line">{reason}</p>}
			<p className="text-14">
				<RichText
					text={commonText.takenDown}
					tags={{
						decision: (words) => (
							<Link to={to} className="inline-block py-2 font-semibold text-leaf underline underline-offset-4">
								{words}
							</Link>
						),
					}}
				/>
			</p>
		</div>
	);
}
