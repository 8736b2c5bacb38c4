import { createRoot } from 'react-dom/client';
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
				title="Log out?"
				description={loss}
				action="Log out"
				dismissal="Stay"
				onConfirm={() => answer(true)}
				onClose={() => answer(false)}
			/>,
		);
	});
}
