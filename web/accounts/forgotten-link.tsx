import { Link } from 'react-router';
import * as passwordsText from '../../contract/text/passwords.ts';

/** The way of those who cannot log in. */
export function ForgottenLink() {
	return (
		<Link
			to="/forgot-password"
			className="-my-3 inline-flex min-h-11 items-center self-start text-14 font-semibold text-leaf underline underline-offset-4"
		>
			{passwordsText.forgotten}
		</Link>
	);
}
