import { Link } from 'react-router';
import * as commonText from '../../contract/text/common.ts';
import { RichText } from './rich-text.tsx';

/** Tells the owner that an administrator took down an ad or post. `to` is the path of the page with the decisions. */
export function TakenDownNotice({ to }: { to: string }) {
	return (
		<p className="text-14 text-quiet">
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
	);
}
