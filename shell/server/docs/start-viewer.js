// Runs in the browser, beside the viewer's own script: the page's policy allows none in the page itself.
SwaggerUIBundle({
  dom_id: '#viewer',
  url: '/api/docs/openapi.json',
  deepLinking: true,
  displayOperationId: true,
  defaultModelsExpandDepth: -1,
  // The page only reads: a call needs a session and has effects.
  supportedSubmitMethods: [],
  // Its default is another host.
  validatorUrl: null,
});
