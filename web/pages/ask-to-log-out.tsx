import { createRoot } from 'react-dom/client';
import * as commonText from '../../contract/text/common.ts';
import * as controlsText from '../../contract/text/controls.ts';
import * as layoutText from '../../contract/text/layout.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';

/** Asks before a log-out that loses something. In a root of its own: what asked, such as a menu, may be gone by then. */
export function askToLogOut(loss: string): Promise<boolean> {
	const place = document.body.appendChild(document.createElement('div'));
	const root = createRoot(place);
	return new Promise((resolve) => {
		const answer = (leaves: boolean) => {
			root.unmount();
			place.remove();
			resolve(leaves);
		};
		root.render(
			<ConfirmDialog
				open
				danger
				title={layoutText.logOutTitle}
				description={loss}
				action={commonText.logOut}
				dismissal={controlsText.stay}
				onConfirm={() => answer(true)}
				onClose={() => answer(false)}
			/>,
		);
	});
}
