// The pages a person sees: plain forms that load nothing. The provider brings
// some of its own, but those fetch a font from the network.
const page = (title, body) => `<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>${title}</title></head>
<body><h1>${title}</h1>${body}</body></html>`;

export const login = () => page('Who are you?', `<form method="post">
<input id="name" name="name" autofocus><button id="continue">Continue</button></form>`);

export const consent = (scopes) => page('May this program act for you?', `<p id="scopes">${scopes.join(' ')}</p>
<form method="post"><button id="allow" name="answer" value="allow">Allow</button>
<button id="cancel" name="answer" value="cancel">Cancel</button></form>`);

// The forms of the device pages come from the provider, which checks them.
export const device = {
  userCodeInputSource(ctx, form, out, err) {
    ctx.body = page('Which code does the program show?', `${err ? `<p id="wrong">${err.name}</p>` : ''}${form}
<button id="continue" form="op.deviceInputForm">Continue</button>`);
  },
  userCodeConfirmSource(ctx, form, client, info, code) {
    ctx.body = page('Is this the code?', `<p id="code">${code}</p>${form}
<button id="continue" form="op.deviceConfirmForm">Continue</button>
<button id="cancel" form="op.deviceConfirmForm" name="abort" value="yes">Cancel</button>`);
  },
  successSource(ctx) {
    ctx.body = page('Signed in', '<p id="done">You can close this page.</p>');
  },
};
