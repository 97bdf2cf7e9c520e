# Varnish 7 in front of content-service, which needs CACHE_TAGS=surrogate-key, PURGE_DRIVER=varnish,
# PURGE_URL=http://ADDRESS-OF-VARNISH:6081/ and PURGE_TOKEN, which varnishd needs as an environment variable too.
# vmod_xkey is in the Debian package varnish-modules. See docs/edge-caching.md.
vcl 4.1;

import std;
import xkey;

backend default {
    .host = "127.0.0.1";
    .port = "3000";
    .probe = {
        .url = "/health/ready";
        .interval = 2s;
        .timeout = 1s;
        .window = 5;
        .threshold = 3;
        .initial = 3;
    }
}

# The processes of content-service.
acl purgers {
    "127.0.0.1";
    "::1";
}

sub vcl_recv {
    if (req.method == "PURGE") {
        # An address alone proves nothing: a proxy on this machine, such as one that ends TLS, has the same as the service.
        # X-Forwarded-For can only refuse. Varnish appends the address of its client to it: with two addresses, the request
        # came through a proxy.
        if (client.ip !~ purgers || req.http.X-Forwarded-For ~ ",") {
            return (synth(403, "Forbidden"));
        }
        # Without a token of varnishd, which is the empty text here, all purges are refused. The time of the comparison is not
        # constant, so the addresses are checked before.
        if (std.getenv("PURGE_TOKEN") == "" || req.http.Authorization != "Bearer " + std.getenv("PURGE_TOKEN")) {
            return (synth(403, "Forbidden"));
        }
        if (!req.http.xkey-purge) {
            return (synth(400, "xkey-purge is missing"));
        }
        return (synth(200, "Purged " + xkey.purge(req.http.xkey-purge)));
    }

    # Only reads of content without a token are the same for all readers. Tokens are in Authorization; cookies belong to
    # the login pages, and content does not depend on them.
    if ((req.method != "GET" && req.method != "HEAD") || req.http.Authorization || req.url !~ "^/(api|jsonapi)/") {
        return (pass);
    }
    # An endless response.
    if (req.url ~ "^/(api|jsonapi)/events(\?|$)") {
        return (pass);
    }
    unset req.http.Cookie;

    # Answers vary by Accept: forms of "JSON:API, or anything" share one answer, and the cursor profile and
    # unacceptable types have their own.
    if (!req.http.Accept || req.http.Accept !~ "(?i)application/vnd\.api\+json" ||
        req.http.Accept ~ "(?i)^\s*application/vnd\.api\+json\s*(,\s*\*/\*\s*(;\s*q=[0-9.]+)?\s*)?$") {
        set req.http.Accept = "application/vnd.api+json";
    }

    # Outdated answers serve for a minute while a new one is fetched, and for a day while the service is down.
    if (std.healthy(req.backend_hint)) {
        set req.grace = 60s;
    }
    return (hash);
}

sub vcl_backend_response {
    # A failed refresh keeps the stored answer.
    if (beresp.status >= 500 && bereq.is_bgfetch) {
        return (abandon);
    }
    # The service tags exactly the answers that are the same for all readers. Surrogate-Control says that they may be kept
    # longer than by browsers (site setting sharedMaxAgeSeconds), also while they are outdated.
    if (bereq.uncacheable || beresp.ttl <= 0s || !beresp.http.Surrogate-Key || beresp.http.Set-Cookie) {
        set beresp.uncacheable = true;
        set beresp.ttl = 10s;
        return (deliver);
    }
    set beresp.http.xkey = beresp.http.Surrogate-Key;
    # Facts of the request that has filled the cache.
    unset beresp.http.RateLimit;
    unset beresp.http.RateLimit-Policy;
    unset beresp.http.X-Request-Id;
    if (beresp.http.Surrogate-Control) {
        set beresp.grace = 24h;
    } else {
        set beresp.grace = 0s;
    }
    return (deliver);
}

sub vcl_deliver {
    # Fields for shared caches that are told of changes: others, and browsers, follow max-age.
    unset resp.http.xkey;
    unset resp.http.Surrogate-Key;
    unset resp.http.Surrogate-Control;
    unset resp.http.CDN-Cache-Control;
    set resp.http.Cache-Control = regsub(resp.http.Cache-Control, ", s-maxage=[0-9]+", "");
    if (obj.hits > 0) {
        set resp.http.X-Cache = "HIT";
        # max-age counts from here on, not from when the answer was stored.
        unset resp.http.Age;
    } else {
        set resp.http.X-Cache = "MISS";
    }
    return (deliver);
}
