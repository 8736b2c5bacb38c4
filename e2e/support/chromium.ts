/** Values of `--disable-features`. Chromium uses only the last such flag, so this list replaces Playwright's list. */
const disabledFeatures = [
	// These features are in Playwright's list.
	...['AvoidUnnecessaryBeforeUnloadCheckSync', 'DestroyProfileOnBrowserClose', 'PaintHolding', 'MediaRouter'],
	...['HttpsUpgrades', 'HttpsFirstBalancedModeAutoEnable', 'ThirdPartyStoragePartitioning', 'OptimizationHints'],
	...['NetworkTimeServiceQuerying', 'AimEnabled', 'PreconnectToSearch', 'AvoidCorsURLLoaderRestartOnRedirect'],
	// Chromium renders these two hidden pages for every window, which costs as much as rendering a page of the site.
	...['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup'],
];

const args = [
	'--no-sandbox',
	'--disable-gpu',
	'--disable-quic',
	'--no-first-run',
	'--disable-background-networking',
	'--disable-component-update',
	'--disable-sync',
	`--disable-features=${disabledFeatures}`,
	// Tests reach only this machine.
	'--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1',
];

const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium-headless-shell';

/** Launch options for the system's headless Chromium. */
export const chromiumLaunch = { executablePath, args };

/** Launch options for full Chromium. The headless shell does not receive push messages. */
export const fullChromiumLaunch = { executablePath: executablePath.replace(/-headless-shell$/, ''), args };
