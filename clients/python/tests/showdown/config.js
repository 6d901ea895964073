// Showdown's own settings for a server that plays test battles and nothing else: it stays on this machine, asks nobody, and keeps no files.
// `SHOWDOWN_SEED` makes the battles' chance repeatable: the teams and rolls of the n-th battle of a server are then always the same.
module.exports = {
	...require("./config-example"),
	bindaddress: "127.0.0.1",
	// Everything runs in this one process, so that the seeds below reach every battle.
	subprocesses: 0,
	repl: false,
	watchconfig: false,
	nologips: true,
	loglobby: false,
	logchat: false,
	noipchecks: true,
	loginserver: null,
	nofswriting: true,
};
if (process.env.SHOWDOWN_SEED) {
	const { PRNG } = require("../dist/sim/prng");
	const seeds = new PRNG([Number(process.env.SHOWDOWN_SEED), 1, 2, 3]);
	PRNG.generateSeed = () => [0, 1, 2, 3].map(() => seeds.random(0x10000)).join(",");
}

// Showdown says that it listens before it does. This line comes when the port is open.
const { Server } = require("net");
const { listen } = Server.prototype;
Server.prototype.listen = function (...where) {
	return listen.apply(this.once("listening", () => console.log("battles may begin")), where);
};
