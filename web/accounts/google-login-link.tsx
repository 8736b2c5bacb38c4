import * as googleText from '../../text/web/google.ts';
import { classes } from '../ui/classes.ts';

interface GoogleLoginLinkProps {
	/** Server address that starts Google's OAuth flow. It may have a query. */
	url: string;
	next: string;
	className?: string;
}

/** Link that starts signing in with Google. The link is a plain `<a>` because its target is outside the app. */
export function GoogleLoginLink({ url, next, className }: GoogleLoginLinkProps) {
	return (
		<a
			href={`${url}${url.includes('?') ? '&' : '?'}next=${encodeURIComponent(next)}`}
			className={classes(
				'inline-flex min-h-13 w-full items-center justify-center gap-3 rounded-control bg-sunken px-6 font-semibold text-16 text-ink transition-colors hover:bg-line',
				className,
			)}
		>
			<GoogleLogo />
			{googleText.continueWith}
		</a>
	);
}

function GoogleLogo() {
	return (
		<svg aria-hidden viewBox="0 0 24 24" className="size-5">
			<path
				fill="#4285F4"
				d="M23 12.26c0-.78-.07-1.53-.2-2.26H12v4.28h6.17a5.27 5.27 0 0 1-2.29 3.46v2.87h3.7C21.75 18.63 23 15.72 23 12.26Z"
			/>
			<path
				fill="#34A853"
				d="M12 23c3.1 0 5.7-1.03 7.6-2.79l-3.71-2.87a6.9 6.9 0 0 1-10.27-3.62H1.8v2.96A11.5 11.5 0 0 0 12 23Z"
			/>
			<path fill="#FBBC05" d="M5.62 13.72a6.9 6.9 0 0 1 0-4.42V6.34H1.8a11.5 11.5 0 0 0 0 10.34l3.82-2.96Z" />
			<path
				fill="#EA4335"
				d="M12 5.58c1.69 0 3.2.58 4.4 1.72l3.28-3.28A11 11 0 0 0 12 0 11.5 11.5 0 0 0 1.8 6.34L5.62 9.3A6.86 6.86 0 0 1 12 5.58Z"
				transform="translate(0 .02)"
			/>
		</svg>
	);
}
