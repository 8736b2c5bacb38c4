import { createRoot } from 'react-dom/client';
import * as commonText from '../../contract/text/common.ts';
import * as controlsText from '../../contract/text/controls.ts';
import * as layoutText from '../../contract/text/layout.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';

/** Asks before a logout that loses data. The dialog has a React root of its own, because its opener, such as a menu, may unmount. */
export function confirmLogout(warning: string): Promise<boolean> {
	const container = document.body.appendChild(document.createElement('div'));
	const root = createRoot(container);
	return new Promise((resolve) => {
		const close = (isConfirmed: boolean) => {
			root.unmount();
			container.remove();
			resolve(isConfirmed);
		};
		root.render(
			<ConfirmDialog
				open
				danger
				title={layoutText.logOutTitle}
				description={warning}
				action={commonText.logOut}
				dismissal={controlsText.stay}
				onConfirm={() => close(true)}
				onClose={() => close(false)}
			/>,
		);
	});
}
