vcl 4.1;

# /etc/varnish/kasuwa.vcl: see production.md. Caches what the server marks with Surrogate-Control, until the server purges it.

import std;
import var;
import xkey;

backend default {
	.host = "127.0.0.1";
	.port = "3000";
	.first_byte_timeout = 120s;
	.between_bytes_timeout = 120s;
}

sub vcl_recv {
	# Only the server reaches the listener "purge".
	if (local.socket == "purge") {
		# The time comes first, so that a fetch in flight either sees it or has stored its response before the purge.
		var.global_set("last purge", "" + std.time2real(now, 0.0));
		set req.http.Purged = xkey.purge(req.http.Surrogate-Key);
		return (synth(200));
	}
	if (req.method != "GET" && req.method != "HEAD") {
		return (pass);
	}
	# A pipe is only as fast as the visitor. Otherwise Varnish would read the whole video into memory.
	if (req.url ~ "^/(private-)?media/[^?]*\.mp4(\?|$)") {
		return (pipe);
	}
	# The server answers validators of photos without reading them.
	if (req.url ~ "^/(private-)?media/") {
		return (pass);
	}
	if (req.http.Authorization || req.http.Cookie || req.http.Range) {
		return (pass);
	}
	# There is one copy per encoding, not one per spelling of the header.
	if (req.http.Accept-Encoding ~ "\bbr\b" && req.http.Accept-Encoding !~ "\bbr\s*;\s*q=0") {
		set req.http.Accept-Encoding = "br";
	} elsif (req.http.Accept-Encoding ~ "\bgzip\b" && req.http.Accept-Encoding !~ "\bgzip\s*;\s*q=0") {
		set req.http.Accept-Encoding = "gzip";
	} else {
		unset req.http.Accept-Encoding;
	}
	# Pages ignore the parameters that social networks and campaigns add to links. The API rejects unknown parameters.
	if (req.url ~ "^/(?!api/)[^?&]*\?") {
		set req.url = regsuball(req.url, "&(fbclid|gclid|utm_[a-z]+)=[^&]*", "");
		set req.url = regsub(req.url, "^([^?]*\?)(fbclid|gclid|utm_[a-z]+)=[^&]*(&|$)", "\1");
		set req.url = regsub(req.url, "^([^?]*)\?$", "\1");
	}
	return (hash);
}

sub vcl_backend_response {
	set beresp.grace = 0s;
	if (bereq.url ~ "^/assets/" && beresp.status == 200 && beresp.http.Cache-Control ~ "immutable") {
		# A file of the build never changes, because its name contains a hash of its content. The path alone does not tell: "/assets/../" is a page.
		set beresp.ttl = 1h;
	} elsif (
		beresp.http.Surrogate-Control &&
		# What was read before a purge may be outdated. The millisecond allows for rounding.
		std.real(var.global_get("last purge"), 0.0) + 0.001 < std.time2real(bereq.time, 0.0)
	) {
		set beresp.ttl = std.duration(regsub(beresp.http.Surrogate-Control, "^max-age=(\d+)$", "\1s"), 0s);
		set beresp.http.Fetch-Id = "fetch:" + bereq.xid;
		set beresp.http.Fetch-Time = std.time2real(bereq.time, 0.0);
		set beresp.http.xkey = beresp.http.Surrogate-Key + " * " + beresp.http.Fetch-Id;
	} else {
		set beresp.ttl = 15s;
		set beresp.uncacheable = true;
	}
	return (deliver);
}

sub vcl_backend_error {
	# Without this, Varnish sends the error to all who ask for the same within the next seconds, when the server may be back.
	set beresp.uncacheable = true;
	set beresp.ttl = 1s;
	set beresp.grace = 0s;
	set beresp.http.Cache-Control = "no-store";
	set beresp.http.Retry-After = "5";
	set beresp.http.X-Content-Type-Options = "nosniff";
	# Programs read errors as JSON, people as a page.
	if (bereq.url ~ "^/(api|v1_1|videotest)([/?]|$)") {
		set beresp.http.Content-Type = "application/json; charset=utf-8";
		set beresp.body = """{"message":"Not available right now. Please try again.","code":"unavailable"}""";
	} else {
		set beresp.http.Content-Type = "text/html; charset=utf-8";
		set beresp.body = """<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>Back in a moment</title><body style="font:18px/1.5 system-ui;max-width:28em;margin:20vh auto;padding:0 1em"><h1>Back in a moment</h1><p>The market is not available right now. Please try again in a minute.</p><p><a href="">Try again</a></p></body></html>""";
	}
	return (deliver);
}

sub vcl_deliver {
	# A purge may come between the check in vcl_backend_response and the storing. The response is stored by now, so what a purge has missed
	# is dropped here.
	if (
		obj.hits == 0 && resp.http.Fetch-Id &&
		std.real(var.global_get("last purge"), 0.0) + 0.001 >= std.real(resp.http.Fetch-Time, 0.0)
	) {
		set req.http.Purged = xkey.purge(resp.http.Fetch-Id);
	}
	unset resp.http.Fetch-Id;
	unset resp.http.Fetch-Time;
	unset resp.http.Surrogate-Control;
	unset resp.http.Surrogate-Key;
	unset resp.http.xkey;
	unset resp.http.X-Varnish;
	unset resp.http.Via;
	if (obj.hits > 0) {
		set resp.http.Cache-Status = "varnish; hit";
	} elsif (obj.uncacheable || obj.ttl <= 0s) {
		set resp.http.Cache-Status = "varnish; fwd=bypass";
	} else {
		set resp.http.Cache-Status = "varnish; fwd=miss; stored";
	}
	return (deliver);
}
