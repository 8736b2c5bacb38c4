import { createRoot } from 'react-dom/client';
import * as commonText from '../../text/shared/common.ts';
import * as layoutText from '../../text/shared/layout.ts';
import * as controlsText from '../../text/web/controls.ts';
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
