import * as commonText from '../../text/shared/common.ts';
import * as logInPromptText from '../../text/web/log-in-prompt.ts';
import { ButtonLink } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { loginPath } from './return-path.ts';

interface LoginPromptProps {
	/** Reason to log in. It completes the sentence 'Log in to …'. */
	why: string;
	/** Path to return to after the login. */
	path: string;
	onDismiss: () => void;
	/** Callback when the visitor goes to the login. */
	onLeave: () => void;
}

export function LoginPrompt({ why, path, onDismiss, onLeave }: LoginPromptProps) {
	const address = loginPath(path);
	return (
		<Dialog open onClose={onDismiss} title={logInPromptText.title(why)} description={logInPromptText.hint}>
			<div className="flex flex-col gap-2">
				<ButtonLink to={address} size="large" onClick={onLeave}>
					{commonText.logIn}
				</ButtonLink>
				<ButtonLink to={address.replace('/Login', '/signup')} variant="quiet" size="large" onClick={onLeave}>
					{logInPromptText.createAccount}
				</ButtonLink>
			</div>
		</Dialog>
	);
}
